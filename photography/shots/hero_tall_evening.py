"""The home page's picture for upright screens, at half past seven, the sun low."""

from shots._hero import sizes, stage

NAME = "hero-tall-evening"
SIZES = sizes("tall", (1050, 1680), 10, 14)


def build(label):
    stage(label, "evening", "tall")
