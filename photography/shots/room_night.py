"""The room at night without the bottle: a lamp beside the frame lights the bare stone, the street the window's shape."""

from render import camera
from shots._hero import empty

NAME = "room-night"
SIZES = {
    "draft": {"size": (900, 600), "samples": 16, "seeds": 2},
    "final": {"size": (1800, 1200), "samples": 10, "seeds": 2},
}


def build(label):
    """The hero's frame."""
    empty("night", lamp=(14, 0, 8), lamplight=0.9)
    camera((0, -72, 15), lens=91, shift=(-0.21, -0.325), focus=72, fstop=11)
