"""The home page's picture for broad screens, at a quarter to six."""

from shots._hero import sizes, stage

NAME = "hero-wide-1745"
SIZES = sizes("wide", (1440, 900), 8, 16, 40)


def build(label):
    stage(label, "1745", "wide")
