"""The home page's picture for portrait screens, at nine, by one lamp."""

from shots._hero import sizes, stage

NAME = "hero-tall-2100"
SIZES = sizes("tall", (640, 1024), 24, 48, 80)


def build(label):
    stage(label, "2100", "tall")
