"""The bottle in front of its box, at night: a lamp beside the frame, the street's window on the wall."""

import caustic
import light
import materials
import set as room
from flacon import build_flacon
from props.carton import DEPTH, carton
from render import camera
from shots._hero import ROOMS, STREET
from shots._light_through import through

NAME = "box"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 3},
    "final": {"size": (1200, 1500), "samples": 14, "seeds": 3,
              "detail": {"border": (9 / 64, 55 / 64, 8 / 64, 48 / 64), "samples": 14, "seeds": 4},
              "gold": {"samples": 64, "seeds": 4}},
}

GROUND = (0.56, 0.488, 0.395)
INK = (0.0360, 0.0275, 0.0222)
AMBER = (0.210, 0.108, 0.032)  # the light through the perfume on the paper; lighter than the paper, or it would be lost
FLACON = (-3.75, -3.9, 0.0)
TURN = -0.09
BOX = (2.5, 2.4, 0.0)
BOX_TURN = -13
LAMP = (-18.5, -12.5, 7.2)
WALL = 26

# The street's light on the wall, above and behind the bottle.
WINDOW = [
    (0.0, [(-60, 22.5), (60, 17.0), (60, 90), (-60, 90)]),
    (0.0, [(-60, 10.5), (60, 5.0), (60, -80), (-60, -80)]),
    (0.0, [(-90, -60), (-11.5, -60), (-11.5, 80), (-90, 80)]),
    (0.0, [(-5.6, -60), (-4.8, -60), (-4.8, 80), (-5.6, 80)]),
    (0.0, [(1.4, -60), (90, -60), (90, 80), (1.4, 80)]),
]


def build(label):
    """On a plaster ledge in front of the wall."""
    room.wall(WALL)
    room.table(depth=66).data.materials[0] = materials.plaster(GROUND, 0.6)
    lid, base, *_ = carton(label, INK, BOX, BOX_TURN)
    flacon = build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    h = light.HOURS["night"]
    light.lamp(LAMP, 3.0, h.sun_colour, target=(*FLACON[:2], 5))
    pane = (-5, WALL, 14)
    light.sun(pane, 0.50, (0.60, 0.76, 1.0), size=5.0, sun_from=STREET)
    light.gobo(WINDOW, pane, WALL, STREET)
    light.fill((0, 0, 6), h.filling, h.fill_colour, h.fill_from, h.fill_size)
    light.room(**ROOMS["night"])
    x, y, _ = FLACON
    light.card((x - 27, y - 12, 12), (x, y, 7), 22, 30, 0.42, (1.0, 0.74, 0.48), 2.0)
    light.card((x - 9, y - 34, 11), (x, y, 7), 1.6, 30, 3.0, (1.0, 0.66, 0.34), 8.0)
    light.card((x + 17, y - 3, 8), (x, y, 7), 4.0, 24, 3.0, (1.0, 0.60, 0.26), 2.0)
    # Behind the bottle stands the carton: without this the perfume would be as black.
    light.card((x + 0.6, y + 2.5, 3.3), (0, -78, 10), 5.4, 6.4, 0.5, (1.0, 0.66, 0.34), 1.3)
    light.card((-16, -34, 3), BOX, 20, 20, 1.5, (1.0, 0.66, 0.34), edge=1.2)  # reflected in the foil
    # From the lamp's side, so that the carton's front is seen.
    light.beam((-20, -44, 15), 3.2, (1.0, 0.70, 0.43), (1.4, 0, 7.6), angle=0.18)
    fronts = [caustic.Body(ob, colour=AMBER, front=DEPTH / 2) for ob in (lid, base)]
    through(flacon, GROUND, fronts, share=0.06, sunlight=3.0, colour=h.sun_colour, lamp=LAMP, soft=2.0)
    camera((0, -78, 17), lens=146, shift=(-0.02, -0.475), focus=74.2, fstop=20)
