"""The evening's window on the wall, and the stone without the bottle."""

from render import camera
from shots._hero import empty

NAME = "wall-evening"
SIZES = {
    "draft": {"size": (900, 600), "samples": 16, "seeds": 2},
    "final": {"size": (1800, 1200), "samples": 10, "seeds": 2},
}


def build(label):
    """Further left than the hero, where the light begins."""
    empty("evening")
    camera((0, -72, 15), lens=91, shift=(-0.30, -0.315), focus=78, fstop=11)
