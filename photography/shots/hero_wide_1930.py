"""The home page's picture for broad screens, at half past seven, the sun low."""

from shots._hero import sizes, stage

NAME = "hero-wide-1930"
SIZES = sizes("wide", (1600, 1000), 16, 40, 80)


def build(label):
    stage(label, "1930", "wide")
