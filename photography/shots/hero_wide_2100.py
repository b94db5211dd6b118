"""The home page's picture for broad screens, at nine, by one lamp."""

from shots._hero import sizes, stage

NAME = "hero-wide-2100"
SIZES = sizes("wide", (1600, 1000), 24, 48, 80)


def build(label):
    stage(label, "2100", "wide")
