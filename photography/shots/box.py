"""The bottle in front of its box, in the hero's room at night: a lamp behind the bottle, the street's window on the wall."""

import light
import set as room
from flacon import build_flacon
from props.carton import carton
from render import camera
from shots._hero import NIGHTFALL, SOFT_AT_NIGHT, STONE, STREET
from shots._light_through import through

NAME = "box"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 2},
    "final": {"size": (1600, 2000), "samples": 14, "seeds": 2,
              "detail": {"border": (5 / 64, 29 / 64, 12 / 64, 46 / 64), "samples": 14, "seeds": 4},
              "gold": {"samples": 64, "seeds": 4},
              "carton": {"objects": ("lid", "base"), "samples": 16, "seeds": 4},
              "foil": {"objects": ("stamped sun", "stamped name", "stamped kind"), "samples": 48, "seeds": 4}},
}

INK = (0.0360, 0.0290, 0.0250)
WALL = 8.5
FRONT = -6.4  # the stone's
FLACON = (-3.3, -2.3, 0.0)
TURN = -0.10
BOX = (3.1, 4.6, 0.0)
BOX_TURN = 18
LAMP = (-4.3, 5.6, 3.1)
REACH = (-5.8, 0.9, 4.5)  # gets the lamp's full irradiance; as far from it as the hero's bottle from its lamp

# The street's light on the wall, above the bottle.
WINDOW = [
    (0.0, [(-60, 21.2), (40, 13.2), (40, 70), (-60, 70)]),
    (0.0, [(-60, 14.8), (40, 6.8), (40, -60), (-60, -60)]),
    (0.0, [(-60, -60), (-9.0, -60), (-9.0, 80), (-60, 80)]),
    (0.0, [(-5.2, -60), (-4.5, -60), (-4.5, 80), (-5.2, 80)]),
    (0.0, [(-0.6, -60), (90, -60), (90, 80), (-0.6, 80)]),
]


def build(label):
    """On the hero's travertine."""
    room.wall(WALL, relief=0.55)
    room.ledge(front=FRONT, back=WALL + 0.3)
    carton(label, INK, BOX, BOX_TURN)
    flacon = build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN, strength=0.9)
    h = light.HOURS["night"]
    x, y, _ = FLACON
    light.lamp(LAMP, h.sunlight, h.sun_colour, target=REACH)
    pane = (-4, WALL, 13)
    light.sun(pane, 0.54, (0.52, 0.73, 1.0), size=5.0, sun_from=STREET)
    light.gobo(WINDOW, pane, WALL, STREET)
    light.fill((0, 0, 6), h.filling, h.fill_colour, h.fill_from, h.fill_size)
    light.room(**NIGHTFALL)
    light.card((x - 27, y - 12, 12), (x, y, 7), 22, 30, 0.42, (1.0, 0.74, 0.48), 2.0)
    light.card((x + 17, y - 3, 8), (x, y, 7), 4.0, 24, 8.0, (1.0, 0.60, 0.26), 2.0)
    light.card((BOX[0] + 27, BOX[1] - 36, 5), BOX, 16, 18, 1.5, (1.0, 0.66, 0.34), edge=1.2)  # reflected in the foil
    # Keeps the label readable, brightest at its upper left.
    light.beam((x - 13, y - 62, 21), 4.2, (1.0, 0.70, 0.43), (x - 0.7, y - 1.8, 4.6), angle=0.115)
    # The street on the carton's front, too narrow to reach the bottle.
    light.beam((30, -62, 26), 2.6, (0.72, 0.84, 1.0), (2.9, 3, 7.6), angle=0.17)
    # The lamp on the carton's side only, so that the carton has an edge.
    light.beam((-34, 0.6, 10), 9.0, h.sun_colour, (-0.3, 3.4, 9.6), angle=0.26)
    through(flacon, STONE, rays=150000, share=0.06, sunlight=h.sunlight, colour=h.sun_colour, lamp=LAMP,
            edge=(-10.1, FRONT + 0.1), soft=SOFT_AT_NIGHT)
    camera((0, -78, 17), lens=138, shift=(0.068, -0.511), focus=74.2, fstop=20)
