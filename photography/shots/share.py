"""The picture shown when someone shares the page: 1200 x 630."""

from render import camera
from shots.hero_wide import WINDOW, stage

NAME = "share"
SIZES = {
    "draft": {"size": (900, 472), "samples": 16, "seeds": 4},
    "final": {"size": (1800, 945), "samples": 13, "seeds": 5},
}


def build(label):
    """A little right of the middle."""
    stage(label, WINDOW)
    camera((0, -72, 10.5), lens=86, shift=(-0.10, -0.145), focus=70.3, fstop=7)
