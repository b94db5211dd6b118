"""The room at night without the bottle. A lamp beside the frame lights the stone; street light casts the window."""

from render import camera
from shots._hero import FRAMES, empty

NAME = "room-night"
SIZES = {
    "draft": {"size": (900, 600), "samples": 16, "seeds": 2},
    "final": {"size": (1800, 1200), "samples": 12, "seeds": 3},
}


def build(label):
    """The hero's frame."""
    empty("2100", lamp=(14, 0, 8), lamplight=0.9)
    camera(**{**FRAMES["wide"], "shift": (-0.21, -0.325)})
