"""A small laboratory beaker with perfume in it, and the glass rod that stirs it."""
import math

import numpy as np
from shapely.affinity import translate
from shapely.geometry import box

import label as type_
import materials
from mesh import new_object

from .form import fillet, lathe, place, supported
from .surface import Nodes, clear, kept

RADIUS, HEIGHT, WALL, FLOOR = 2.1, 5.9, 0.13, 0.26
TEN = 10 / (math.pi * (RADIUS - WALL) ** 2)  # how high ten millilitres stand


def _vessel(outside, inside, level, segments=160):
    """Glass and its filling from two profiles, both from the bottom's middle up to the lip.

    Three interfaces make glass with liquid believable: air to glass, glass to liquid (normals into the
    glass), liquid to air. They share their edge and never overlap.
    """
    outside, inside = supported(fillet(outside)), supported(fillet(inside))
    k = int(np.argmax(inside[:, 1] > level))
    a, b = inside[k - 1], inside[k]
    brim = a + (b - a) * (level - a[1]) / (b[1] - a[1])
    wetted, dry = supported(np.vstack([inside[:k], brim])), supported(np.vstack([brim, inside[k:]]))
    glass = lathe("Beaker", supported(np.concatenate([outside, dry[::-1]])), materials.glass(), segments, flat_profile=True)
    r = brim[0]
    free = [(r - 0.02, level - 0.025), (r - 0.06, level - 0.045), (r - 0.14, level - 0.055), (0, level - 0.056)]  # the meniscus
    perfume = lathe("Perfume", np.vstack([wetted, free]), materials.juice(), segments, flat_profile=True)
    row = np.arange(len(perfume.data.polygons)) // segments
    top = (row >= len(wetted) - 1).astype(np.float32)
    perfume.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", top)
    return [glass, perfume]


def _spout(ob, turn):
    """Draw the lip out on one side, as a glassblower does with a rod."""
    count = len(ob.data.vertices)
    points = np.empty(count * 3, np.float32)
    ob.data.vertices.foreach_get("co", points)
    points = points.reshape(-1, 3)
    angle = np.arctan2(points[:, 1], points[:, 0]) - turn
    angle = (angle + np.pi) % (2 * np.pi) - np.pi
    pull = np.exp(-((angle / 0.24) ** 2)) * np.clip((points[:, 2] - HEIGHT + 0.9) / 0.9, 0, 1) ** 2
    points[:, 0] += 0.42 * pull * math.cos(turn)
    points[:, 1] += 0.42 * pull * math.sin(turn)
    points[:, 2] -= 0.06 * pull
    ob.data.vertices.foreach_set("co", points.ravel())
    ob.data.update()


@kept
def enamel():
    """White enamel, burnt in."""
    n = Nodes("Enamel")
    return n.surface(n.principled(Base_Color=(0.74, 0.72, 0.68), Roughness=0.5, Specular=0.3))


def _scale():
    """The graduation: a stroke and a figure for every ten millilitres."""
    parts = []
    for ten in (1, 2, 3, 4):
        z = FLOOR + ten * TEN
        parts.append(box(-0.42, z - 0.014, 0.16, z + 0.014))
        parts.append(translate(type_.text(str(10 * ten), type_.SANS, 480, 0.30), 0.42, z - 0.105))
        if ten < 4:
            parts.append(box(-0.42, z + TEN / 2 - 0.012, -0.12, z + TEN / 2 + 0.012))
    out = []
    for part in parts:
        flat, faces = type_.triangles(part)
        a = flat[:, 0] / RADIUS - math.pi / 2
        r = RADIUS + 0.004
        points = np.column_stack([r * np.cos(a), r * np.sin(a), flat[:, 1]])
        out.append(new_object("graduation", points, faces, enamel(), smooth=False))
    return out


def beaker(millilitres=27, turn=0.0, spout=math.pi):
    """Fifty millilitres' worth of beaker; `turn` (degrees) is where its scale looks to."""
    outside = [(0, 0.05), (RADIUS - 0.5, 0.03, 0.1), (RADIUS - 0.32, 0.0, 0.08), (RADIUS, 0.0, 0.26), (RADIUS, HEIGHT - 0.5, 0.3),
               (RADIUS + 0.05, HEIGHT - 0.12, 0.1), (RADIUS + 0.13, HEIGHT - 0.04, 0.05), (RADIUS + 0.10, HEIGHT + 0.04, 0.04), (RADIUS, HEIGHT + 0.03, 0.04)]
    inner = RADIUS - WALL
    inside = [(0, FLOOR), (inner - 0.4, FLOOR, 0.1), (inner, FLOOR, 0.26), (inner, HEIGHT - 0.45, 0.3), (inner + 0.06, HEIGHT - 0.06, 0.05)]
    things = _vessel(outside, inside, FLOOR + millilitres / 10 * TEN)
    _spout(things[0], spout)
    return place(things + _scale(), rotation=(0, 0, turn))


@kept
def rod_glass(level):
    """Solid glass that stands in perfume below `level` and in air above it."""
    n = Nodes("Rod")
    z = n.add("ShaderNodeSeparateXYZ", Vector=n.add("ShaderNodeNewGeometry").outputs["Position"]).outputs["Z"]
    ior = n.math("ADD", n.math("MULTIPLY", n.math("GREATER_THAN", z, level), 1.5 - 1.5 / 1.36), 1.5 / 1.36)
    return n.surface(clear(n, ior, tint=(0.86, 0.85, 0.83)))


def rod(start, end, level, radius=0.25):
    """A stirring rod with fire-polished ends, from `start` to `end`."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    ob = lathe("Rod", [(0, 0), (radius, 0, radius), (radius, length, radius), (0, length)], rod_glass(level), 64)
    d = (b - a) / length
    lean, way = math.degrees(math.acos(d[2])), math.degrees(math.atan2(d[1], d[0]))
    place(ob, rotation=(0, lean, 0))
    place(ob, rotation=(0, 0, way))
    return place(ob, a)
