"""The home page's picture for upright screens, at nine, by one lamp."""

from shots._hero import sizes, stage

NAME = "hero-tall-night"
SIZES = sizes("tall", (1050, 1680), 10, 14)


def build(label):
    stage(label, "night", "tall")
