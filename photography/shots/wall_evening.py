"""The evening's light on the wall, and in it the shadows of the balcony and of the bottle, which stands on a window's
sill, left of the frame."""

import caustic
from flacon import build_flacon
from render import camera
from shots._hero import BARS, FRAMES, Window, balcony, blind, empty

NAME = "wall-evening"
SIZES = {
    "draft": {"size": (900, 600), "samples": 32},
    "final": {"size": (2400, 1600), "samples": 14,
              # The penumbras.
              "detail": {"border": (7 / 64, 64 / 64, 16 / 64, 62 / 64), "samples": 10}},
}

SUN = 6.0  # smaller than the hero's: the bottle is farther from the wall
# Turned towards the sun, so that the shadow is the outline of its front.
FLACON, TURN = (-22.7, -7.0, 4.2), -0.70
SCREENS = (
    (0.0, ((-60.0, -60.0), (-20.6, -60.0), (-20.6, 80.0), (-60.0, 80.0)), BARS),
    *blind((0.0, 19.1), -0.285),
    *balcony((-5.9, 13.6), 0.0, -6.0, bars=7),
    (0.0, ((-21.0, 0.9), (9.0, -8.6), (9.0, -60.0), (-21.0, -60.0)), BARS),
)


def build(label):
    """Framed farther left and higher than the hero, where the light begins."""
    empty("1930", Window(SCREENS, SCREENS), size=SUN)
    for part in build_flacon(label, FLACON, TURN):
        if part.name.startswith("label"):  # its shadow would divide the bottle's into a body and arms
            part.visible_shadow = False
        if part.name == "glass":
            caustic.shade(part, 0.12)
    camera(**{**FRAMES["wide"], "lens": 84, "shift": (-0.2055, -0.2245), "focus": 79.5})
