"""The bottle on plain ground, for the order summary: legible at 400 pixels."""

import light
import set as room
from flacon import build_flacon
from render import camera

NAME = "plain"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 4},
    "final": {"size": (1200, 1500), "samples": 9, "seeds": 2, "detail": {"border": (14 / 64, 48 / 64, 8 / 64, 60 / 64), "samples": 14, "seeds": 4}},
}

TURN = -0.10
SUN_FROM = (-0.76, -0.47, 0.45)

# Nothing but one soft edge of shade, high on the paper behind.
SHADE = [(0.25, [(-60, 37), (60, 1), (60, 90), (-60, 90)], 120.0)]


def build(label):
    """A seamless sweep in the evening's sun."""
    room.sweep((0.68, 0.565, 0.45))
    build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.afternoon(shapes=SHADE, wall_y=44.0, sun_from=SUN_FROM, sun_size=6, sunlight=10.5, filling=1.0)
    camera((0, -72, 12), lens=190, shift=(0.02, -0.46), focus=70.3, fstop=11)
