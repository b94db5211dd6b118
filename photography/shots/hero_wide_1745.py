"""The home page's picture for broad screens, at a quarter to six."""

from shots._hero import sizes, stage

NAME = "hero-wide-1745"
SIZES = sizes("wide", (1440, 900), 16, 32, 64)


def build(label):
    stage(label, "1745", "wide")
