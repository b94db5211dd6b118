"""The evening's window on the wall, and the stone without the bottle."""

from render import camera
from shots._hero import FRAMES, empty

NAME = "wall-evening"
SIZES = {
    "draft": {"size": (900, 600), "samples": 16, "seeds": 2},
    "final": {"size": (1800, 1200), "samples": 12, "seeds": 3},
}


def build(label):
    """Further left than the hero, where the light begins, and higher: no stone is in the middle half."""
    empty("1930")
    camera(**{**FRAMES["wide"], "shift": (-0.30, -0.285)})
