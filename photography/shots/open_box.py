"""The open carton from above: the bottle in its dark insert, the lid beside it, in the last sun."""

import bpy
import numpy as np
from shapely.geometry import Point

import light
import materials
import room
from flacon import HALF_DEPTH, build_flacon
from props import carton
from props.form import place
from render import camera
from shots._light_through import through

NAME = "open-box"
SIZES = {
    "draft": {"size": (480, 600), "samples": 24},
    "final": {"size": (1760, 2200), "samples": 14,
              "detail": {"border": (6 / 64, 34 / 64, 12 / 64, 48 / 64), "samples": 28},
              "gold": {"samples": 112},
              "foil": {"objects": ("stamped pane", "stamped words"), "samples": 48}},
}

INK = (0.0560, 0.0430, 0.0340)
GROUND = (0.60, 0.515, 0.41)
TABLE = carton.SUNK - carton.TRAY[2]
AT, TURN = (-3.8, -0.2, 0.0), 6  # the tray's middle
BASE = -5.66  # of the bottle, along the tray
LID, LID_TURN = (4.35, 0.8), -11
SUNK = 0.8  # of the bottle's axis, in its recess
SUNLIGHT = 8.4
SUN_FROM = (-0.80, -0.30, 0.57)
DOWN = 76  # degrees

# On the insert's level: shade beyond the cap, a bar across cap and lid, shade before the tray's near corner.
WINDOW = [
    (0.04, [(-60, -12.2, 0), (60, 32.8, 0), (60, 90, 0), (-60, 90, 0)]),
    (0.04, [(-60, -17.2, 0), (60, 27.8, 0), (60, 29.1, 0), (-60, -15.9, 0)]),
    (0.04, [(-60, -30.2, 0), (60, 14.8, 0), (60, -60, 0), (-60, -60, 0)]),
]


def build(label):
    """Looking down along the bottle."""
    room.table(TABLE).data.materials[0] = materials.plaster(GROUND, 0.6)
    turn = np.radians(TURN)
    parts, tray_outline = carton.tray(INK, BASE, SUNK)
    place([*parts, bpy.data.objects["insert"]], AT, (0, 0, TURN))
    along, across = np.array([-np.sin(turn), np.cos(turn), 0]), np.array([np.cos(turn), np.sin(turn), 0])
    base = along * BASE + AT - (0, 0, SUNK)
    flacon = build_flacon(label, base, turn, lying=True)
    bpy.data.objects["label paper"].visible_shadow = False  # its shadow would be a grey patch on the insert
    place(carton.lid(label, INK), (*LID, TABLE), (0, 0, LID_TURN))
    light.sun((0, 0, 0), SUNLIGHT, sun_from=SUN_FROM)
    light.fill((0, 0, 0), 1.2, (1.0, 0.83, 0.66))
    # Lights the deep part beside the cap, which would otherwise be black.
    light.beam((0, 12, 40), 9.0, (1.0, 0.80, 0.58), target=(-3.6, 4.6, -1.8), angle=0.17, size=16.0)
    light.room(glass=(0.42, 0.305, 0.20), ambient=(0.11, 0.09, 0.068))
    # A sheet of paper under the perfume, which would otherwise be black on the dark insert. It is as large as the
    # perfume, or the glass's base is pale, and farther along, because the camera sees it at a slant.
    middle = base + 4.5 * along + 0.4 * across - (0, 0, HALF_DEPTH + 0.01)
    paper = light.card(middle, middle + (0, 0, 50), 4.9, 5.9, 1.0, (1.0, 0.74, 0.45), edge=2.2)
    paper.rotation_euler[2] = turn
    light.card((-24, 4, 16), (0, 0, 0), 13, 30, 5.5, edge=2.0)
    # Reflected in the cap, but not in the level glass.
    light.card((-20, 29, 34), (0, 3, 1), 8, 22, 7.0, edge=2.0).visible_transmission = False
    light.card((15, 31, 32), (0, 3, 1), 3, 20, 3.0, (1.0, 0.88, 0.70), edge=2.0).visible_transmission = False
    light.card((8.4, 20.4, 48), (5.2, 5.8, 2.6), 12, 10, 3.4, (1.0, 0.86, 0.62)).visible_transmission = False  # for the foil
    # On both sides of the cap, which would otherwise mirror the dark recess and lose its outline.
    cap = base + 9.6 * along
    for side in (-1, 1):
        light.card(cap + side * 1.72 * across + (0, 0, 0.2), cap, 4.6, 1.6, 0.9, (1.0, 0.80, 0.56), edge=2.0).visible_transmission = False
    pools = through(flacon, INK, 40000, share=0.45, soft=3.0, sun_from=SUN_FROM, sunlight=SUNLIGHT)
    for pool in pools:
        _keep(pool, tray_outline, turn)
    light.gobo(WINDOW, (0, 0, 0), sun_from=SUN_FROM)
    a = np.radians(DOWN)
    d = 92
    target = np.array((-0.6, 0.8, 0))
    camera(tuple(target + (0, -d * np.cos(a), d * np.sin(a))), lens=36 * d / 16.4, pitch=-DOWN, focus=d - 0.9, fstop=14)


def _keep(pool, hole, turn):
    """Keep only the light on the insert, outside the recess."""
    w, h = carton.TRAY[0] / 2 - carton.BOARD, carton.TRAY[1] / 2 - carton.BOARD
    colours = pool.data.attributes["Col"].data
    c, s = np.cos(turn), np.sin(turn)
    for vertex, colour in zip(pool.data.vertices, colours):
        x, y = vertex.co.x - AT[0], vertex.co.y - AT[1]
        x, y = x * c + y * s, y * c - x * s
        gap = min(w - abs(x), h - abs(y), hole.distance(Point(x, y)))
        part = np.clip(gap / 0.14, 0, 1)
        colour.color = (*(part * v for v in tuple(colour.color)[:3]), 1)
