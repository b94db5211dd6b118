"""The home page's picture for portrait screens, at five in the afternoon."""

from shots._hero import sizes, stage

NAME = "hero-tall"
SIZES = sizes("tall", (960, 1536), 20, 44, 144)


def build(label):
    stage(label, "1700", "tall")
