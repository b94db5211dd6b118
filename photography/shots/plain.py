"""The bottle on plain ground, for the order summary: legible at 400 pixels."""

import light
import set as room
from flacon import build_flacon
from render import camera

NAME = "plain"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 4},
    "final": {"size": (1200, 1500), "samples": 9, "seeds": 2, "detail": {"border": (14 / 64, 48 / 64, 8 / 64, 60 / 64), "samples": 12, "seeds": 3}},
}


def build(label):
    """A seamless sweep, the sun softened."""
    room.sweep()
    build_flacon(label, rotation_z=-0.24, depth=1.35)
    room.contact_shadow(3.1, 1.78, rotation_z=-0.24)
    light.afternoon(sun_size=40)  # the same sun through a drawn curtain
    camera((0, -72, 12), lens=190, shift=(0.02, -0.46), focus=70.3, fstop=11)
