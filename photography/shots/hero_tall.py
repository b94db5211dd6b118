"""The home page's picture for upright screens, at five in the afternoon."""

from shots._hero import stage

NAME = "hero-tall"
SIZES = {
    "draft": {"size": (660, 1056), "samples": 16, "seeds": 2},
    "final": {"size": (1320, 2112), "samples": 9, "seeds": 2, "detail": {"border": (18 / 64, 47 / 64, 9 / 64, 37 / 64), "samples": 20, "seeds": 4}},
}


def build(label):
    """At its hour."""
    stage(label, "afternoon", "tall")
