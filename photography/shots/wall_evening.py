"""The evening's window on the wall, with the bottle's shadow in it. The bottle stands beside the frame."""

import caustic
from flacon import build_flacon
from render import camera
from shots._hero import FRAMES, empty

NAME = "wall-evening"
SIZES = {
    "draft": {"size": (900, 600), "samples": 32},
    "final": {"size": (1200, 800), "samples": 24,
              # The penumbras.
              "detail": {"border": (7 / 64, 64 / 64, 20 / 64, 60 / 64), "samples": 40}},
}

# Left of the frame, as high as a window's sill. Turned towards the sun, so that the shadow is the outline of its front.
FLACON, TURN = (-22.7, -7.0, 5.2), -0.70


def build(label):
    """Framed further left and higher than the hero, where the light begins."""
    empty("1930")
    parts = {ob.name: ob for ob in build_flacon(label, FLACON, TURN)}
    parts["label paper"].visible_shadow = False  # its shadow would divide the bottle's into a body and arms
    caustic.shade(parts["glass"], 0.12)
    camera(**{**FRAMES["wide"], "shift": (-0.235, -0.285), "focus": 79.5})
