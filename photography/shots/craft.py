"""Weighing: a balance's pan on its chains, weights, a pipette, and the bottle behind them."""

import caustic
import light
import materials
import room
from flacon import build_flacon
from props import brass, glassware
from props.form import place
from render import camera
from shots._light_through import lying_pipette, through

NAME = "craft"
SIZES = {
    "draft": {"size": (1000, 750), "samples": 32},
    "final": {"size": (2000, 1500), "samples": 18,
              "detail": {"border": (6 / 64, 58 / 64, 6 / 64, 58 / 64), "samples": 36},
              "gold": {"samples": 160}},
}

GROUND = (0.52, 0.45, 0.365)
FLACON = (5.7, 3.2, 0.0)
TURN = -0.10
PAN, RIM, APEX = (-4.1, 0.4, 0.0), 2.3, 10.3
WEIGHTS = [(0.95, 1.25, "20 g", (-8.9, -3.2), 14), (0.68, 0.92, "10 g", (-7.0, -4.1), -24), (0.47, 0.66, "5 g", (-5.7, -4.5), 6)]
RAYS = 400000
SUN, BARS = 12.0, 20.0  # a wider sun softens the pan's shadow; nearer window bars keep their edges sharp

WINDOW = [
    (0.0, [(-60, -60), (-8.6, -60), (-8.6, 80), (-60, 80)]),
    (0.0, [(2.4, -60), (4.0, -60), (4.0, 80), (2.4, 80)]),
    (0.0, [(-60, 24), (60, 3), (60, 0.8), (-60, 21.8)]),
    (0.0, [(-30, -16.9), (10, -22.0), (60, -28.4), (60, -90), (-30, -90)]),
]


def build(label):
    """A close view on the plaster ledge."""
    room.wall(26)
    room.table(depth=66).data.materials[0] = materials.plaster(GROUND, 0.6)
    flacon = build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    hanging, beam = brass.balance(RIM, APEX)
    glass, perfume = place(glassware.vial(0.92, 2.25, 1.0), (0.35, -0.2, RIM - 0.625))
    place([*hanging, *beam, glass, perfume], PAN, (0, 0, -7))
    for ob in beam:
        ob.visible_shadow = False  # behind the bottle it would be a stray line
    caustic.shade(glass, 0.35)
    for radius, tall, mark, (x, y), turn in WEIGHTS:
        place(brass.weight(radius, tall, mark), (x, y, 0), (0, 0, turn))
        glassware.contact(radius + 0.03, (x, y), 0.9, 0.22)
    light.sun((0, 0, 5), size=SUN)
    light.fill((0, 0, 5), irradiance=1.1)
    light.room()
    light.cards(FLACON)
    light.card((-26, -26, 24), (-5, -1, 2), 20, 20, 4.0, edge=2.0)  # reflected in the brass
    light.card((14, -30, 16), (-5, -1, 2), 7, 20, 1.6, edge=2.0)
    light.gobo([(*bar, BARS) for bar in WINDOW], (0, 0, 5), 26)
    through(flacon, GROUND, rays=RAYS)
    caustic.pool(lying_pipette((0.15, -4.9), 13, 8.0), GROUND, reach=9.0, rays=200000, soft=0.7)
    camera((0, -78, 22), lens=114, shift=(0.0, -0.682), focus=80.0, fstop=5.6)
