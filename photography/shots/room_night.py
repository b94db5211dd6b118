"""The room at night without the bottle: only its cap is there. A lamp beside the frame lights the stone; street light
casts the window."""

import light
from flacon import lying_cap
from render import camera
from shots._hero import FRAMES, empty

NAME = "room-night"
SIZES = {
    "draft": {"size": (900, 600), "samples": 32},
    "final": {"size": (1800, 1200), "samples": 20,
              "gold": {"objects": ("cap",), "samples": 80}},
}

CAP, CAP_TURN = (-1.6, -1.6, 0.0), 0.42


def build(label):
    """The hero's frame."""
    empty("2100", lamp=(14, 0, 8), lamplight=0.9)
    lying_cap(CAP, CAP_TURN)
    light.card((-27, -12, 12), CAP, 22, 30, 0.42, (1.0, 0.74, 0.48), 2.0)
    light.card((15, -3, 7), CAP, 4, 24, 8.0, (1.0, 0.60, 0.26), 2.0)
    light.card((10, -21, -6), CAP, 7, 7, 0.7, (1.0, 0.60, 0.28), 3.0)
    light.beam((16, -30, 16), 3.6, (1.0, 0.66, 0.36), (-1.6, -2.6, 1.3), angle=0.11)
    camera(**{**FRAMES["wide"], "shift": (-0.21, -0.325)})
