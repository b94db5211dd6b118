"""The home page's picture for upright screens, at nine, by one lamp."""

from shots._hero import stage

NAME = "hero-tall-night"
SIZES = {
    "draft": {"size": (660, 1056), "samples": 16, "seeds": 2},
    "final": {"size": (1050, 1680), "samples": 12, "seeds": 2, "detail": {"border": (18 / 64, 47 / 64, 9 / 64, 37 / 64), "samples": 17, "seeds": 4}},
}


def build(label):
    """At its hour."""
    stage(label, "night", "tall")
