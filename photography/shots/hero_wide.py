"""The home page's picture: the left half is quiet plaster for words, the bottle stands at 71 %."""

import light
import set as room
from flacon import build_flacon
from render import camera
from shots._branch import olive_branch

NAME = "hero-wide"
SIZES = {
    "draft": {"size": (1280, 800), "samples": 16, "seeds": 4},
    "final": {"size": (2560, 1600), "samples": 9, "seeds": 2, "detail": {"border": (36 / 64, 56 / 64, 8 / 64, 56 / 64), "samples": 12, "seeds": 14}},
}

TURN = -0.24
GAUZE = 0.32  # behind the words bars are light: dark ink needs 4.5:1 on them

# Window bars, drawn where their shadows fall on the wall (x, z in cm); the first number lets light through.
WINDOW = [
    (0.0, [(4.9, -60), (6.5, -60), (6.5, 80), (4.9, 80)]),
    (GAUZE, [(-60, 25.2), (4.9, 4.4), (4.9, 2.7), (-60, 23.5)]),
    (GAUZE, [(-60, 5.2), (4.9, -15.6), (4.9, -17.3), (-60, 3.5)]),
    (GAUZE, [(-60, -60), (-23.4, -60), (-23.4, 80), (-60, 80)]),
    (0.0, [(6.5, 3.9), (40, -6.8), (40, -8.5), (6.5, 2.2)]),
    (0.0, [(6.5, 23.9), (40, 13.2), (40, 11.5), (6.5, 22.2)]),
    *olive_branch((17, 20.5), (-4.5, 12.6)),
]


def stage(label, window):
    """Wall, drum, bottle, sun: shared with hero_tall and share."""
    room.wall()
    room.plinth(6.3, 16)
    build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.afternoon(shapes=window)


def build(label):
    """The bottle right of the middle."""
    stage(label, WINDOW)
    camera((0, -72, 10.5), lens=91, shift=(-0.21, -0.187), focus=70.3, fstop=7)
