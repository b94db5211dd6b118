"""The home page's picture for broad screens, at half past six."""

from shots._hero import sizes, stage

NAME = "hero-wide-1830"
SIZES = sizes("wide", (1440, 900), 8, 16, 40)


def build(label):
    stage(label, "1830", "wide")
