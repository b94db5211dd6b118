"""The home page's picture for portrait screens, at half past six."""

from shots._hero import sizes, stage

NAME = "hero-tall-1830"
SIZES = sizes("tall", (560, 896), 16, 32, 64)


def build(label):
    stage(label, "1830", "tall")
