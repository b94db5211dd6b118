"""The bottle in front of its box."""

import light
import materials
import set as room
from flacon import build_flacon
from props.carton import carton
from render import camera
from shots._light_through import through

NAME = "box"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 3},
    "final": {"size": (1200, 1500), "samples": 9, "seeds": 2, "detail": {"border": (9 / 64, 55 / 64, 8 / 64, 48 / 64), "samples": 11, "seeds": 3}},
}

GROUND = (0.56, 0.488, 0.395)
INK = (0.0290, 0.0222, 0.0180)
FLACON = (-3.75, -3.9, 0.0)
TURN = -0.09
BOX = (2.5, 2.4, 0.0)
BOX_TURN = -13

WINDOW = [
    (0.0, [(-60, -60), (-7.2, -60), (-7.2, 80), (-60, 80)]),
    (0.0, [(4.4, -60), (5.9, -60), (5.9, 80), (4.4, 80)]),
    (0.0, [(-60, 27), (60, 6), (60, 3.8), (-60, 24.8)]),
]


def build(label):
    """On a plaster ledge in front of the wall."""
    room.wall(26)
    room.table(depth=66).data.materials[0] = materials.plaster(GROUND, 0.6)
    lid, base, *_ = carton(label, INK, BOX, BOX_TURN)
    flacon = build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    light.sun((0, 0, 5))
    light.fill((0, 0, 5), irradiance=1.1)
    light.room()
    light.cards(FLACON)
    light.card((-22, -34, 4), BOX, 22, 22, 2.4, edge=1.2)  # reflected in the foil
    light.gobo(WINDOW, (0, 0, 5), 26)
    through(flacon, GROUND, (lid, base))
    camera((0, -78, 17), lens=146, shift=(-0.02, -0.475), focus=74.2, fstop=20)
