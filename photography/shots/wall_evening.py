"""The evening's light on the wall, and in it the shadow of the bottle and of a hand that presses its spray head. The
bottle stands on a window's sill, left of the frame."""

import caustic
import light
from flacon import build_flacon
from props import hand
from render import camera
from shots._hero import BARS, FRAMES, WALL, Window, at, blind, empty

NAME = "wall-evening"
SIZES = {
    "draft": {"size": (900, 600), "samples": 32},
    "final": {"size": (2400, 1600), "samples": 16,
              # The penumbras.
              "detail": {"border": (7 / 64, 64 / 64, 16 / 64, 62 / 64), "samples": 12}},
}

SUN = 6.0  # smaller than the hero's: the bottle is farther from the wall
# Turned towards the sun, so that the shadow is the outline of its front.
FLACON, TURN = (-22.7, -7.0, 4.2), -0.70
# The hand's tip on the spray head's shadow (x, z on the wall), its size, and the y of the screen that casts it.
TIP, HAND, SCREEN = (-12.0, 8.7), 0.79, -1.0
LIGHT = (
    (0.0, ((-60.0, -60.0), (-20.6, -60.0), (-20.6, 80.0), (-60.0, 80.0)), BARS),
    *blind((0.0, 19.1), -0.285),
    (0.0, ((-21.0, 0.9), (9.0, -8.6), (9.0, -60.0), (-21.0, -60.0)), BARS),
)


def build(label):
    """Framed farther left and higher than the hero, where the light begins."""
    empty("1930", Window(LIGHT, LIGHT), size=SUN)
    for part in build_flacon(label, FLACON, TURN, spray=0.0):
        if part.name.startswith("label"):  # its shadow would divide the bottle's into a body and arms
            part.visible_shadow = False
        if part.name == "glass":
            caustic.shade(part, 0.12)
    outline = [(TIP[0] + HAND * x, TIP[1] + HAND * z) for x, z in hand.pressing().exterior.coords[:-1]]
    light.gobo([(0.0, outline, 0.0, SCREEN)], (0, 0, 6), WALL, at("1930").sun_from)
    camera(**{**FRAMES["wide"], "lens": 84, "shift": (-0.2055, -0.2245), "focus": 79.5})
