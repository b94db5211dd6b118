"""The home page's picture for broad screens, at five in the afternoon."""

from shots._hero import sizes, stage

NAME = "hero-wide"
SIZES = sizes("wide", (2560, 1600), 16, 40, 128)


def build(label):
    stage(label, "1700", "wide", rays=400000)
