"""The bottle almost from the front, in the window's light, with a bar's shadow on its label."""

import light
import room
from flacon import build_flacon
from render import camera
from shots._light_through import through

NAME = "front"
SIZES = {
    "draft": {"size": (600, 750), "samples": 40},
    "final": {"size": (1200, 1500), "samples": 28,
              "detail": {"border": (10 / 64, 49 / 64, 6 / 64, 60 / 64), "samples": 56},
              "gold": {"samples": 256}},
}

TURN = -0.16
STONE = (0.60, 0.51, 0.41)
SUNLIGHT = 11.0
SUN_FROM = (-0.76, -0.47, 0.45)

# These bars' shadows fall only on the wall, because the bottle is in the light of the open pane.
# The first one's edge passes behind the perfume.
WINDOW = [
    (0.0, [(-60, -60), (-1.4, -60), (-1.4, 80), (-60, 80)]),
    (0.0, [(-60, 30.8), (60, -7.0), (60, 80), (-60, 80)]),
]
# A bar's shadow on the label, which would otherwise be of one tone.
BAR = (0.5, [(-6, -1.8, 7.19), (6, -1.8, 3.41), (6, -1.8, 2.21), (-6, -1.8, 5.99)], 26.0)


def build(label):
    """From a little above, close."""
    room.wall(relief=0.55)
    room.ledge(left=-20.0, front=-13.0, seed=54)
    flacon = build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN, strength=0.92, glow=(0.60, 0.40, 0.20))
    light.afternoon(shapes=[*WINDOW, BAR], sun_from=SUN_FROM, sunlight=SUNLIGHT, filling=0.5)
    # In front of the shaded wall, beside the frame. The base's right corner would mirror that wall as a dark patch.
    light.card((-8.4, 19, 3), (-8.4, -40, 3), 9, 14, 0.5, (1.0, 0.84, 0.64), edge=8.0)
    # Reflected in the label's foil, bright at the left.
    light.card((-26, -70, -9), (0, 0, 3.6), 12, 26, 1.6, edge=2.0)
    through(flacon, STONE, sun_from=SUN_FROM, sunlight=SUNLIGHT)
    camera((0, -72, 17), lens=228, shift=(0.03, -1.02), focus=70.2, fstop=16)
