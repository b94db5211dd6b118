"""The home page's picture for broad screens, at five in the afternoon."""

from shots._hero import stage

NAME = "hero-wide"
SIZES = {
    "draft": {"size": (1280, 800), "samples": 16, "seeds": 2},
    "final": {"size": (2560, 1600), "samples": 9, "seeds": 2, "detail": {"border": (37 / 64, 56 / 64, 9 / 64, 56 / 64), "samples": 20, "seeds": 4}},
}


def build(label):
    """At its hour."""
    stage(label, "afternoon", "wide")
