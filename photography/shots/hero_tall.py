"""The home page's picture for upright screens, at five in the afternoon."""

from shots._hero import sizes, stage

NAME = "hero-tall"
SIZES = sizes("tall", (1320, 2112), 9, 15)


def build(label):
    stage(label, "afternoon", "tall")
