"""The open carton from above: the bottle in its ivory insert, the lid beside it, in the last sun."""

import numpy as np
from shapely.geometry import Point

import light
import materials
import set as room
from flacon import build_flacon
from props import carton
from props.form import place
from render import camera
from shots._light_through import through

NAME = "open-box"
SIZES = {
    "draft": {"size": (480, 600), "samples": 12, "seeds": 2},
    "final": {"size": (1200, 1500), "samples": 9, "seeds": 2,
              "detail": {"border": (10 / 64, 49 / 64, 6 / 64, 60 / 64), "samples": 14, "seeds": 4},
              "gold": {"samples": 64, "seeds": 4}},
}

INK = (0.0400, 0.0320, 0.0270)
GROUND = (0.46, 0.385, 0.295)
IVORY = (0.74, 0.66, 0.55)
TABLE = carton.SUNK - carton.TRAY[2]
AT, TURN = (-0.9, -0.2, 0.0), 6  # the tray's middle
BASE = -5.66  # of the bottle, along the tray
LID, LID_TURN = (5.3, 7.9), -22
SUNLIGHT = 8.4
SUN_FROM = (-0.80, -0.30, 0.52)
DOWN = 57  # degrees

WINDOW = []


def build(label):
    """Looking down along the bottle."""
    ground = room.table()
    ground.data.materials[0] = materials.travertine(GROUND, mottled=False)
    ground.location[2] += TABLE
    turn = np.radians(TURN)
    parts, hole = carton.tray(INK, BASE)
    import bpy
    place([*parts, bpy.data.objects["insert"]], AT, (0, 0, TURN))
    base = np.array([-np.sin(turn), np.cos(turn), 0]) * BASE + AT
    flacon = build_flacon(label, base, turn, lying=True)
    place(carton.lid(label, INK), (*LID, TABLE), (0, 0, LID_TURN))
    light.sun((0, 0, 0), SUNLIGHT, sun_from=SUN_FROM)
    light.fill((0, 0, 0), 0.95)
    light.room()
    light.card((-24, 4, 16), (0, 0, 0), 13, 30, 5.5, edge=2.0)
    light.card((20, 6, 22), (0, 0, 0), 6, 26, 2.0, (1.0, 0.88, 0.70), edge=2.0)
    pools = through(flacon, IVORY, 60000, share=0.3, sun_from=SUN_FROM, sunlight=SUNLIGHT)
    a = np.radians(DOWN)
    d = 92
    target = np.array((0, 1.2, 0))
    camera(tuple(target + (0, -d * np.cos(a), d * np.sin(a))), lens=36 * d / 14.0, pitch=-DOWN, focus=d - 1.2, fstop=22)
