"""The home page's picture for broad screens, at nine, by one lamp."""

from shots._hero import sizes, stage

NAME = "hero-wide-night"
SIZES = sizes("wide", (1920, 1200), 10, 14)


def build(label):
    stage(label, "night", "wide")
