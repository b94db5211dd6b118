"""The room at night without the bottle: a lamp beside the frame lights the bare stone, the street the window's shape."""

import light
from render import camera
from shots._hero import WALL, empty

NAME = "room-night"
SIZES = {
    "draft": {"size": (900, 600), "samples": 16, "seeds": 2},
    "final": {"size": (1800, 1200), "samples": 10, "seeds": 2},
}

SKY_FROM = (-0.72, -0.60, 0.35)
# Two panes high on the wall; words stand on them, so their light stays faint.
WINDOW = [
    (0.0, [(-60, 19.0), (40, 11.0), (40, 70), (-60, 70)]),
    (0.0, [(-60, 7.6), (40, -0.4), (40, -60), (-60, -60)]),
    (0.0, [(-60, -60), (-17.0, -60), (-17.0, 80), (-60, 80)]),
    (0.0, [(-10.6, -60), (-9.8, -60), (-9.8, 80), (-10.6, 80)]),
    (0.0, [(-3.4, -60), (90, -60), (90, 80), (-3.4, 80)]),
]


def build(label):
    """The hero's frame."""
    empty("night", lamp=(14, 0, 8), lamplight=0.9)
    light.fill((0, 0, 6), 0.24, light.HOURS["night"].fill_colour, position=(40, -120, 60), size=60)  # the other fill is behind the screens
    light.sun((-9, WALL, 9), 0.40, (0.66, 0.79, 1.0), size=5.0, sun_from=SKY_FROM)
    light.gobo(WINDOW, (-9, WALL, 9), WALL, SKY_FROM)
    camera((0, -72, 15), lens=91, shift=(-0.21, -0.325), focus=72, fstop=11)
