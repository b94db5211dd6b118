"""The bottle at an angle, without its cap, which lies beside it: the spray head, and the light in the perfume."""

import light
import room
from flacon import build_flacon, lying_cap
from render import camera
from shots._light_through import through

NAME = "uncapped"
SIZES = {
    "draft": {"size": (600, 750), "samples": 32},
    "final": {"size": (1200, 1500), "samples": 24,
              "detail": {"objects": ("glass", "button"), "samples": 56},
              "spray": {"objects": ("foot", "button"), "samples": 108},
              "gold": {"objects": ("cap",), "samples": 108}},
}

FLACON, TURN = (-1.85, 0.6, 0.0), -0.42
NOZZLE = -0.5
CAP, CAP_TURN = (3.35, -1.5, 0.0), -0.55
STONE = (0.60, 0.51, 0.41)
SUNLIGHT = 10.0
COLOUR = (1.0, 0.70, 0.42)
SUN_FROM = (-0.78, -0.50, 0.36)

WALL = 12.0
# The first one's edge passes behind the perfume.
WINDOW = [
    (0.0, [(-60, -60), (-2.2, -60), (-2.2, 80), (-60, 80)]),
    (0.0, [(-60, 25.0), (60, -11.6), (60, 80), (-60, 80)]),
]


def build(label):
    """From a little above."""
    room.wall(WALL, relief=0.55)
    room.ledge(left=-20.0, front=-13.0, back=WALL + 0.3, seed=54)
    flacon = build_flacon(label, FLACON, TURN, spray=NOZZLE - TURN)
    lying_cap(CAP, CAP_TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN, strength=0.92, glow=(0.60, 0.40, 0.20))
    light.sun((0, 0, 4), SUNLIGHT, COLOUR, sun_from=SUN_FROM)
    light.fill((0, 0, 4), 0.5)
    light.room()
    light.cards(FLACON)
    light.gobo(WINDOW, (0, 0, 4), WALL, SUN_FROM)
    # Draws the glass's left edge, which would be lost against the shaded wall.
    light.card((-8.0, 9, 6), (-8.0, -40, 6), 4, 16, 1.6, (1.0, 0.86, 0.66), edge=4.0)
    # Mirrored in the polished top, so that its frosted sun stands out.
    light.flag((-0.8, -3.2, 1.4), CAP, 5, 5, edge=4.0, metal_only=True)
    # Mirrored in the upper flutes, which otherwise mirror the shaded wall.
    light.card((7.0, 8.6, 8.6), CAP, 2.6, 6, 4.5, (1.0, 0.86, 0.64), edge=1.6).visible_transmission = False
    through(flacon, STONE, 70000, sun_from=SUN_FROM, sunlight=SUNLIGHT, colour=COLOUR)
    camera((0, -72, 17), lens=216, shift=(-0.014, -1.062), focus=70.3, fstop=20)
