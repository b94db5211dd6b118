"""The home page's picture: the left half is quiet plaster for words, the bottle stands at 71 %."""

import light
import set as room
from flacon import build_flacon
from render import camera

NAME = "hero-wide"
SIZES = {
    "draft": {"size": (1280, 800), "samples": 16, "seeds": 4},
    "final": {"size": (2560, 1600), "samples": 9, "seeds": 2, "detail": {"border": (37 / 64, 54 / 64, 11 / 64, 56 / 64), "samples": 15, "seeds": 4}},
}

TURN = -0.24
SUN_FROM = (-0.76, -0.47, 0.45)  # later than elsewhere: it rakes the wall and throws the bottle's shadow far
GAUZE = 0.26  # behind the words shadows are light: dark ink needs 4.5:1 on them

# The window's frame and bars, drawn where their shadows fall on the wall (x, z in cm); the first number lets light through.
WINDOW = [
    (0.0, [(6.8, -60), (60, -60), (60, 80), (6.8, 80)], None, 8),
    (0.0, [(-8.2, 13.3), (20, 4.4), (20, 60), (-8.2, 60)]),
    (GAUZE, [(-60, 29.6), (-8.2, 13.3), (-8.2, 60), (-60, 60)]),
    (GAUZE, [(-60, -60), (-23.6, -60), (-23.6, 80), (-60, 80)]),
    (GAUZE, [(-9.6, -60), (-8.2, -60), (-8.2, 80), (-9.6, 80)]),
    (GAUZE, [(-23.5, 3.6), (6.7, -5.9), (6.7, -7.4), (-23.5, 2.1)]),
    (GAUZE, [(-23.5, -3.1), (6.7, -12.6), (6.7, -60), (-23.5, -60)]),
]
# The sill's shadow climbs the stone's front.
SILL = (0.0, [(-40, -4, -0.6), (40, -4, -1.3), (40, -4, -30), (-40, -4, -30)])


def stage(label, window):
    """Wall, stone, bottle, sun: shared with hero_tall."""
    room.wall(relief=0.55)
    room.ledge()
    build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.afternoon(shapes=[*window, SILL], sun_from=SUN_FROM, sunlight=11.5, filling=0.9)


def build(label):
    """The bottle right of the middle."""
    stage(label, WINDOW)
    camera((0, -72, 10.5), lens=91, shift=(-0.21, -0.187), focus=70.3, fstop=7)
