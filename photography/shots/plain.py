"""The bottle on plain ground, for the order summary: legible at 400 pixels."""

import light
import set as room
from flacon import build_flacon
from render import camera
from shots._light_through import through

NAME = "plain"
SIZES = {
    "draft": {"size": (600, 750), "samples": 64},
    "final": {"size": (1200, 1500), "samples": 18,
              "detail": {"border": (14 / 64, 48 / 64, 8 / 64, 60 / 64), "samples": 56},
              "gold": {"samples": 256}},
}

GROUND = (0.60, 0.495, 0.39)
TURN = -0.10

# One soft shadow edge, high on the paper behind.
SHADE = [(0.25, [(-60, 37), (60, 1), (60, 90), (-60, 90)], 120.0)]


def build(label):
    """On a seamless sweep, with the sun's light through the perfume."""
    room.sweep(GROUND)
    flacon = build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.afternoon(shapes=SHADE, wall_y=44.0, sunlight=8.8, filling=0.9)
    through(flacon, GROUND, sunlight=8.8)
    camera((0, -72, 15), lens=190, shift=(0.02, -0.68), focus=70.3, fstop=9)
