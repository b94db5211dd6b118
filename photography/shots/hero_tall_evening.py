"""The home page's picture for upright screens, at half past seven, the sun low."""

from shots._hero import stage

NAME = "hero-tall-evening"
SIZES = {
    "draft": {"size": (660, 1056), "samples": 16, "seeds": 2},
    "final": {"size": (1050, 1680), "samples": 12, "seeds": 2, "detail": {"border": (18 / 64, 47 / 64, 9 / 64, 37 / 64), "samples": 17, "seeds": 4}},
}


def build(label):
    """At its hour."""
    stage(label, "evening", "tall")
