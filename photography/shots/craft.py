"""A lemon, cut a moment ago, beside the bottle."""

import caustic
import light
import materials
import set as room
from flacon import build_flacon
from props import citrus
from props.form import place, settle
from render import camera
from shots._light_through import through

NAME = "craft"
SIZES = {
    "draft": {"size": (1000, 750), "samples": 16, "seeds": 2},
    "final": {"size": (2000, 1500), "samples": 8, "seeds": 3,
              "detail": {"border": (35 / 64, 57 / 64, 8 / 64, 57 / 64), "samples": 10, "seeds": 3}},
}

GROUND = (0.52, 0.45, 0.365)
FLACON = (4.6, 1.4, 0.0)
TURN = -0.22
DROPS = ((0.15, -4.6, 0.46, 0), (1.0, -4.3, 0.22, 2))

WINDOW = [
    (0.0, [(-60, -60), (-9.5, -60), (-9.5, 80), (-60, 80)]),
    (0.0, [(-1.4, -60), (0.3, -60), (0.3, 80), (-1.4, 80)]),
    (0.0, [(-60, 22), (60, 1), (60, -1.2), (-60, 19.8)]),
    (0.0, [(-30, -16.9), (10, -22.0), (60, -28.4), (60, -90), (-30, -90)]),
]


def build(label):
    """On the plaster ledge, close."""
    room.wall(26)
    room.table(depth=66).data.materials[0] = materials.plaster(GROUND, 0.6)
    flacon = build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    settle(place(citrus.whole(seed=1), (-6.6, 2.6, 0), (100, 0, -58)))
    settle(place(citrus.half(seed=3), (-2.4, -2.6, 0), (66, 0, -8)))
    drops = [place(citrus.drop(radius, seed), (x, y, 0)) for x, y, radius, seed in DROPS]
    light.sun((0, 0, 5))
    light.fill((0, 0, 5), irradiance=1.1)
    light.room()
    light.cards(FLACON, flags=False)
    light.card((-10, -38, 30), (-2.4, -2.6, 3), 7, 5, 12.0)  # what glistens on the cut
    light.gobo(WINDOW, (0, 0, 5), 26)
    through(flacon, GROUND)
    for one in drops:
        caustic.pool([caustic.Body(one, 1.35)], GROUND, reach=2.0, rays=12000)
        caustic.shade(one, 0.3)
    camera((0, -78, 19), lens=126, shift=(-0.015, -0.60), focus=77, fstop=13)
