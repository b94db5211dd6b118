"""The perfumer's table at five: one shaft of sun on blotters, pipette and brown bottles, the room behind in shade."""

import caustic
import light
import materials
import room
from props import blotters, brass, glassware
from props.form import place
from render import camera
from shots._light_through import lying_pipette

NAME = "atelier"
SIZES = {
    "draft": {"size": (1050, 700), "samples": 32},
    "final": {"size": (2100, 1400), "samples": 24,
              "detail": {"border": (10 / 64, 56 / 64, 6 / 64, 52 / 64), "samples": 42}},
}

GROUND = (0.37, 0.305, 0.235)
WALL = 40.0
RAYS = 500000

# (radius, height to the shoulder, number, filling, dropper, place, turn in degrees)
BOTTLES = [
    (1.75, 5.2, "N.º 1", 0.62, False, (-6.4, 3.4), -17),
    (1.42, 4.0, "N.º 4", 0.50, True, (-2.3, 2.2), 8),
    (1.18, 3.1, "N.º 7", 0.70, False, (-4.35, -1.0), -8),
]
STAND, STAND_TURN = (4.7, 2.3, 0.0), 13
# (angle in degrees, length, curl, lean, twist, dipped). Strips farther right are farther back, so that each casts a
# thin shadow on the next.
FAN = [(-35, 11.9, 1.2, -3.2, 28, 0), (-18, 12.1, 2.2, -1.4, -26, 0), (-5, 11.3, 1.4, 0.4, 24, 0), (12, 12.2, 2.6, 2.2, -18, 1.6),
       (27, 11.6, -1.4, 4.0, 36, 0)]
PRINTED = 3  # only the dipped one shows its printed side
WEIGHTS = [(0.86, 1.15, "20 g", (9.3, -1.2), -8), (0.62, 0.86, "10 g", (10.9, -2.2), 20), (0.44, 0.62, "5 g", (8.1, -2.9), -14)]

# Drawn on the wall. To shade an object on the table, add about 35 to x and subtract about 28 from z.
WINDOW = [
    (0.0, [(-80, -60), (13.6, -60), (13.6, 80), (-80, 80)]),
    (0.0, [(57, -60), (140, -60), (140, -14), (50, -14)]),
    # The window's bar: its shadow crosses the blotters.
    (0.0, [(13, -17.0), (60, -25.4), (60, -28.0), (13, -19.6)]),
]


def build(label):
    """A close view of low objects, without the flacon."""
    wall = room.wall(WALL)
    wall.data.materials[0] = materials.plaster((0.50, 0.40, 0.30), 0.8)
    room.table(depth=WALL + 40).data.materials[0] = materials.plaster(GROUND, 1.1)
    bodies = []
    for radius, tall, number, filled, dropper, (x, y), turn in BOTTLES:
        glass, perfume, rest = glassware.bottle(radius, tall, (label["brand"], number), filled, dropper)
        place([glass, perfume, *rest], (x, y, 0), (0, 0, turn))
        glassware.contact(radius - 0.12, (x, y))
        bodies += [caustic.Body(glass, caustic.GLASS, sigma=glassware.BROWN), caustic.Body(perfume, caustic.WATER, glassware.before(perfume)),
                   *(caustic.Body(one) for one in rest if one.name.startswith(("cap", "bulb", "label")))]
        caustic.shade(glass, 0.12)
    things = brass.stand()
    for k, (angle, length, curl, lean, twist, wet) in enumerate(FAN):
        one = blotters.strip(length, curl=curl, curl_from=0.8, lean=lean, twist=twist, wet=wet, seed=k, word=label["brand"].upper() if k == PRINTED else None)
        place(one, (0, 0, -0.30))
        place(one, rotation=(0, angle, 0))
        things += place(one, ((k - 2) * 0.24, (k - 2) * 0.052, brass.PIVOT))
    place(things, STAND, (0, 0, STAND_TURN))
    for radius, tall, mark, (x, y), turn in WEIGHTS:
        place(brass.weight(radius, tall, mark), (x, y, 0), (0, 0, turn))
        glassware.contact(radius + 0.03, (x, y), 0.9, 0.22)
    caustic.pool(bodies, GROUND, rays=RAYS)
    caustic.pool(lying_pipette((-6.9, -6.4), 14), GROUND, reach=9.0, rays=150000, soft=0.7)
    light.sun((0, 0, 4))
    light.fill((0, 0, 4), irradiance=0.85)
    light.room(glass=(0.20, 0.155, 0.11), ambient=(0.035, 0.031, 0.027))
    light.cards((0, 0, 0))
    light.card((-16, -30, 26), (7, 0, 1), 20, 16, 5.0, edge=2.0)  # reflected in the brass
    light.card((26, 6, 16), (7, 0, 1), 10, 18, 2.4, edge=2.0)
    light.gobo(WINDOW, (0, 0, 4), WALL)
    camera((0, -72, 25), lens=88, shift=(0.0, -0.684), focus=73.2, fstop=5)
