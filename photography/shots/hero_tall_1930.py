"""The home page's picture for portrait screens, at half past seven, the sun low."""

from shots._hero import sizes, stage

NAME = "hero-tall-1930"
SIZES = sizes("tall", (640, 1024), 16, 40, 80)


def build(label):
    stage(label, "1930", "tall")
