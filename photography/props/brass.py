"""Old brass: weights and a blotter stand."""
import math
from functools import cache

import numpy as np
from mathutils import Vector

import label as type_
from mesh import new_object, turned

from .form import block, fillet, lathe, place
from .surface import Nodes


@cache
def brass(polish=1.0):
    """Brass that was polished long ago: warm, clouded, with hairlines."""
    n = Nodes("Brass")
    cloud = n.noise(n.mapped(), 0.9, 5, 0.62, 0.5)
    hair = n.noise(n.mapped((1, 1, 14)), 3.0, 3, 0.6)
    tone = n.ramp(cloud, [(0.30, (0.62, 0.41, 0.155)), (0.52, (0.83, 0.575, 0.25)), (0.75, (0.88, 0.635, 0.31))])
    rough = n.math("ADD", 0.30 - 0.17 * polish, n.math("ADD", n.math("MULTIPLY", cloud, 0.16), n.math("MULTIPLY", hair, 0.05)))
    return n.surface(n.principled(Base_Color=tone, Metallic=1.0, Roughness=rough, Normal=n.bump(hair, 0.05, 0.004)))


@cache
def patina():
    """The dark of an engraving that nobody can polish."""
    n = Nodes("Patina")
    return n.surface(n.principled(Base_Color=(0.075, 0.042, 0.016), Metallic=0.6, Roughness=0.55))


def weight(radius, tall, mark):
    """A chemist's weight: a cylinder with a knob. `mark`, such as "5 g", is engraved in its front. Returns its parts."""
    r, e = radius, 0.05 + 0.03 * radius
    knob = 0.50 * r
    z = tall
    points = [(0, 0.03), (r - 0.16, 0.03, 0.02), (r - 0.12, 0.0, 0.02), (r, 0.0, e), (r, z * 0.80), (r, z, e), (r - 0.16 * r, z, 0.03),
              (r - 0.20 * r, z - 0.03, 0.02), (0.36 * r, z - 0.02, 0.10), (0.24 * r, z + 0.22 * r, 0.10), (0.24 * r, z + 0.32 * r, 0.05)]
    middle = z + 0.32 * r + knob * 0.78
    ball = [(knob * math.cos(a), middle + knob * 0.80 * math.sin(a)) for a in np.linspace(-1.05, math.pi / 2, 22)[:-1]]
    body = lathe("weight", np.vstack([fillet(points), ball, [(0, middle + knob * 0.80)]]), brass(), 96, flat_profile=True)
    flat, triangles = type_.triangles(type_.text(mark, type_.SERIF, 600, 0.46 * tall))
    x, y = flat[:, 0] / radius, radius + 0.003
    engraved = np.column_stack([y * np.sin(x), -y * np.cos(x), flat[:, 1] + 0.27 * tall])
    return [body, new_object("mark", engraved, triangles, patina(), smooth=False)]


def stand():
    """A blotter stand. Its jaws are open along x at y = 0, z = PIVOT, with the strips between them."""
    foot = lathe("foot", [(0, 0.02), (1.42, 0.02, 0.02), (1.45, 0.0, 0.02), (1.62, 0.0, 0.08), (1.62, 0.26, 0.08), (1.30, 0.34, 0.08), (1.22, 0.44, 0.06),
                          (0.5, 0.52, 0.1), (0, 0.53)], brass(), 128)
    gap = 0.13
    things = [foot]
    for side, tall in ((-1, 0.92), (1, 0.76)):  # the rear jaw must not show above the front one
        jaw = block("jaw", (1.96, 0.20, tall), brass(), 0.05)
        things.append(place(jaw, (0, side * (gap + 0.10), 0.46)))
    screw = [(0, 0), (0.10, 0.0), (0.10, 0.14), (0.30, 0.14, 0.03), (0.30, 0.36, 0.05), (0, 0.38)]
    profile = fillet(screw)
    head = turned("screw", [tuple(p) for p in profile[1:-1]], brass(), 22 * 12,
                  radius=lambda r, z, a: r - 0.022 * (np.abs(np.sin(11 * a)) ** 0.7) * (1 if 0.19 < z < 0.32 and r[0] > 0.29 else 0))
    place(head, rotation=(90, 0, 14))
    head.matrix_world.translation = Vector((0, -gap - 0.19, 0.95))
    things.append(head)
    return things


PIVOT = 0.86
