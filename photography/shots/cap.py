"""The cap from above: the sun that is cut into it, the flutes, and the glass's shoulder out of focus."""

import light
import materials
import set as room
from flacon import build_flacon
from render import camera
from shots.hero_wide import SUN_FROM

NAME = "cap"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 4},
    "final": {"size": (1200, 1500), "samples": 16, "seeds": 2, "detail": {"border": (8 / 64, 56 / 64, 0 / 64, 58 / 64), "samples": 12, "seeds": 3}},
}

TURN = 0.42

# On the table, far below: one pane of light between shadows.
WINDOW = [
    (0.0, [(-60, 2, 0), (60, 26, 0), (60, 90, 0), (-60, 90, 0)]),
    (0.0, [(2.5, -60, 0), (6.0, -60, 0), (16.0, 60, 0), (11.0, 60, 0)]),
]


def build(label):
    """Looking down on the rim, with the lens wide open."""
    room.table().data.materials[0] = materials.plaster((0.84, 0.70, 0.55), 0.5)
    build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.afternoon(target=(0, 0, 9), shapes=WINDOW, sun_from=SUN_FROM, sunlight=11.5, filling=0.8)
    # What the top mirrors: a second window, high behind the bottle.
    light.card((-9, 34, 42), (0, 0, 11), 16, 26, 3.4, edge=2.0)
    camera((0, -31.0, 38.2), lens=276, pitch=-41.0, shift=(0.015, -0.13), focus=39.9, fstop=18)
