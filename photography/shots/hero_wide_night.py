"""The home page's picture for broad screens, at nine, by one lamp."""

from shots._hero import stage

NAME = "hero-wide-night"
SIZES = {
    "draft": {"size": (1280, 800), "samples": 16, "seeds": 2},
    "final": {"size": (1920, 1200), "samples": 12, "seeds": 2, "detail": {"border": (37 / 64, 56 / 64, 9 / 64, 56 / 64), "samples": 17, "seeds": 4}},
}


def build(label):
    """At its hour."""
    stage(label, "night", "wide")
