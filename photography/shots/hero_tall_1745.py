"""The home page's picture for portrait screens, at a quarter to six."""

from shots._hero import sizes, stage

NAME = "hero-tall-1745"
SIZES = sizes("tall", (560, 896), 16, 32, 64)


def build(label):
    stage(label, "1745", "tall")
