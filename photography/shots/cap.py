"""The cap from above, on dark plaster: its sun relief, the flutes, and the glass's shoulder out of focus."""

import light
import materials
import room
from flacon import build_flacon
from render import camera

NAME = "cap"
SIZES = {
    "draft": {"size": (600, 750), "samples": 64},
    "final": {"size": (1200, 1500), "samples": 18,
              "detail": {"border": (0 / 64, 64 / 64, 0 / 64, 50 / 64), "samples": 27},
              "gold": {"samples": 192}},
}

TURN = 0.42
GROUND = (0.092, 0.070, 0.053)
SUN_FROM = (-0.76, -0.47, 0.45)

# On the table, far below: a blade of light behind the bottle, shade on both sides of it, and a window bar across it.
# Farther right the sun is unobstructed, because there it lights the cap.
WINDOW = [
    (0.0, [(-60, 5.5, 0), (7, 18.9, 0), (7, 90, 0), (-60, 90, 0)]),
    (0.0, [(-60, -2.5, 0), (7, 10.9, 0), (7, -40, 0), (-60, -40, 0)]),
    (0.0, [(-16.7, 5.1, 0), (-16.1, 4.2, 0), (8.1, 19.2, 0), (7.5, 20.1, 0)]),
]


def build(label):
    """Looking down on the rim, with the lens stopped down so that the whole sun relief is sharp."""
    room.table().data.materials[0] = materials.plaster(GROUND, 0.5)
    build_flacon(label, rotation_z=TURN)
    light.sun((0, 0, 9), 11.5, sun_from=SUN_FROM)
    light.fill((0, 0, 9), 1.2)
    light.room(glass=(0.15, 0.11, 0.075))
    light.cards()
    light.gobo(WINDOW, (0, 0, 9), sun_from=SUN_FROM)
    # A sheet of paper under the glass, as photographers use: on dark ground the perfume would be black. It is smaller
    # than the perfume, or the shoulder is pale.
    paper = light.card((0, 0, 0.02), (0, 0, 10), 4.0, 1.95, 1.4, (1.0, 0.74, 0.44), edge=2.0)
    paper.rotation_euler[2] = TURN
    # Reflected in the polished field of the top.
    light.card((-4.2, 34, 40), (0, 0, 11), 8, 22, 0.32, (1.0, 0.86, 0.64), edge=1.4)
    # Lights the relief in gold only: through glass this card would show as streaks.
    light.card((-15, 25, 36), (0, 0, 11), 11, 11, 14.0, (1.0, 0.88, 0.68), edge=1.6).visible_transmission = False
    # Reflected in the flutes, which from here mirror the table in front of them.
    light.card((-8.5, -9.5, 0.5), (0, 0, 9), 8, 8, 5.5, edge=1.6)
    light.card((9.5, -8.5, 0.5), (0, 0, 9), 2.6, 7, 3.2, (1.0, 0.88, 0.70), edge=1.6)
    # Reflected in the right edge, which would otherwise mirror the ground and be lost against it.
    light.card((6.8, 7.0, 2.2), (1.4, 0, 8.5), 3.2, 7, 2.0, (1.0, 0.88, 0.70), edge=1.6).visible_transmission = False
    camera((0, -31.0, 38.2), lens=342, pitch=-41.0, shift=(0.015, -0.018), focus=40.4, fstop=26)
