"""Cap, beads, milled collar and the glass's shoulder, close."""

import light
import materials
import room
from flacon import NECK, build_flacon
from render import camera

NAME = "macro"
SIZES = {
    "draft": {"size": (640, 800), "samples": 64},
    "final": {"size": (1600, 2000), "samples": 28,
              "shoulder": {"samples": 80, "objects": ("glass",)}, "gold": {"samples": 128}},
}

TURN = -0.10

# The camera is close and looks down, so it sees only x -4..5, z -2..9 of the wall.
WINDOW = [
    (0.05, [(-20, 13.6), (9, 2.0), (9, -1.6), (-20, 9.8)]),
    (0.05, [(2.3, 40), (3.9, 40), (3.9, -40), (2.3, -40)]),
]

TOUCHED = (0.72, -1.08, NECK + 2.75), 0.85


def build(label):
    """From a little above, focused on the near flutes."""
    room.wall()
    room.plinth(6.3, 16)
    build_flacon(label, rotation_z=TURN, metal=materials.gold(touched=TOUCHED))
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.sun((0, 0, 9))
    light.fill((0, 0, 9), irradiance=1.0)
    light.room(mirror=(0.030, 0.020, 0.013))  # gold looks only as deep as the darkest thing it mirrors
    window, *_ = light.cards()
    window.visible_transmission = False  # in the glass's corner it would be a white splash
    light.gobo(WINDOW, (0, 0, 9))
    # The polished field of the cap's top mirrors velvet behind and above it, so that the frosted sun stands out.
    light.flag((0, 14.5, 16.2), (0, 0, 12), 26, 7.0, edge=3.0)
    camera((0, -38, 19.9), lens=372, pitch=-16.0, shift=(-0.008, 0.160), focus=38.6, fstop=20)
