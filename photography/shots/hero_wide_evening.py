"""The home page's picture for broad screens, at half past seven, the sun low."""

from shots._hero import sizes, stage

NAME = "hero-wide-evening"
SIZES = sizes("wide", (1920, 1200), 10, 14)


def build(label):
    stage(label, "evening", "wide")
