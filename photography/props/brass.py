"""Old brass: weights, a blotter stand, the pan of a balance on its chains."""
import math
from functools import cache

import bpy
import numpy as np
from mathutils import Matrix, Vector

import label as type_
from mesh import new_object, turned

from .form import add_mesh, block, fillet, grid_faces, lathe, place
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


def pan(radius=3.4, deep=0.66):
    """A balance's pan: thin hammered sheet with a rolled rim. The rim is at z = 0 and the bowl below it."""
    thin, roll = 0.05, 0.075
    a = np.linspace(0, 1, 40)
    bowl = [(radius * t, -deep * (1 - t**2.6)) for t in a]
    under = [(r, z - thin) for r, z in bowl[:-1]]
    ring = [(radius + roll * math.sin(t), roll * 0.4 - roll * math.cos(t)) for t in np.linspace(0.1, 2 * math.pi - 1.2, 22)]
    profile = np.array(under + ring + bowl[::-1][2:])
    return lathe("pan", profile, brass(0.8), 192, flat_profile=True)


def torus(name, radius, wire, stretch=1.0, rounds=40, sides=14):
    """A ring of wire round the y axis, stretched along z."""
    u, v = np.meshgrid(np.linspace(0, 2 * math.pi, rounds, endpoint=False), np.linspace(0, 2 * math.pi, sides, endpoint=False), indexing="ij")
    out = radius + wire * np.cos(v)
    x, y, z = out * np.cos(u), wire * np.sin(v), out * np.sin(u)
    z = z + np.sign(np.sin(u)) * radius * (stretch - 1) * np.minimum(1, np.abs(np.sin(u)) * 4)
    return add_mesh(name, np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(rounds, sides, True, True), brass())


def chain(start, end, link=None):
    """A taut chain of oval links from `start` to `end`. Returns the links."""
    a, b = Vector(start), Vector(end)
    pitch = 0.235
    count = max(2, round((b - a).length / pitch))
    way = (b - a).normalized()
    turn = way.to_track_quat("Z", "Y").to_matrix().to_4x4()
    mesh = link or torus("link", 0.062, 0.0225, 1.62)
    made = []
    for k in range(count):
        ob = mesh if k == 0 and link is None else bpy.data.objects.new("link", mesh.data)
        if ob is not mesh:
            bpy.context.scene.collection.objects.link(ob)
        at = a + (b - a) * ((k + 0.5) / count)
        twist = math.radians(45 + 90 * (k % 2) + 9 * math.sin(k * 1.7))
        ob.matrix_world = Matrix.Translation(at) @ turn @ Matrix.Rotation(twist, 4, "Z")
        made.append(ob)
    return made


def wire(name, points, radius, sides=16, taper=None):
    """A round rod along a path. `taper` scales its radius at each point."""
    p = np.asarray(points, float)
    tangent = np.gradient(p, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    normal = np.cross(tangent[0], (0.0, 1.0, 0.0))
    if np.linalg.norm(normal) < 1e-3:
        normal = np.cross(tangent[0], (1.0, 0.0, 0.0))
    rings = []
    factor = np.ones(len(p)) if taper is None else np.asarray(taper, float)
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    for k, t in enumerate(tangent):
        normal = normal - t * (normal @ t)
        normal /= np.linalg.norm(normal)
        side = np.cross(t, normal)
        rings.append(p[k] + radius * factor[k] * (np.cos(angle)[:, None] * normal + np.sin(angle)[:, None] * side))
    faces = grid_faces(len(p), sides, True).tolist()
    faces += [list(range(sides))[::-1], [(len(p) - 1) * sides + k for k in range(sides)]]
    return add_mesh(name, np.concatenate(rings), faces, brass())


def balance(rim, apex, reach=10.0):
    """One arm of a balance. The pan, centred on x = y = 0 with its rim at height `rim`, hangs on three chains that
    meet at `apex`, under a beam that extends `reach` cm to the left. Returns its parts."""
    radius = 3.4
    dish = place(pan(radius), (0, 0, rim))
    parts, link = [dish], None
    for turn in (92, 212, 332):
        a = math.radians(turn)
        ring = torus("rim ring", 0.135, 0.026)
        place(ring, ((radius + 0.02) * math.cos(a), (radius + 0.02) * math.sin(a), rim + 0.09), (0, 0, turn))
        start = ((radius + 0.01) * math.cos(a), (radius + 0.01) * math.sin(a), rim + 0.16)
        links = chain(start, (0.05 * math.cos(a), 0.05 * math.sin(a), apex - 0.10), link)
        link = link or links[0]
        parts += [ring, *links]
    parts.append(place(torus("apex ring", 0.19, 0.034), (0, 0, apex + 0.02), (0, 0, 24)))
    u = np.radians(np.linspace(-205, 0, 22))
    hook = np.column_stack([0 * u, 0.15 * np.cos(u), apex + 0.33 + 0.15 * np.sin(u)])
    u = np.radians(np.linspace(180, -25, 22))
    hook = np.vstack([hook, np.column_stack([0 * u, 0.30 + 0.15 * np.cos(u), apex + 0.62 + 0.15 * np.sin(u)])])
    parts.append(place(wire("hook", hook - (0, 0.15, 0), 0.034), (0, 0, 0), (0, 0, 24)))
    top = apex + 0.95
    parts.append(place(torus("eye", 0.17, 0.036, 1.1), (0.04, 0.0, top - 0.13)))
    x = np.linspace(-reach, 0, 60)
    beam = wire("beam", np.column_stack([x, 0 * x, top + 0.24 + 0.020 * x]), 0.25, 40, taper=np.clip(0.56 - 0.06 * x, 0, 1.1))
    knob = lathe("end", [(0, -0.20), *((0.20 * math.cos(t), 0.20 * math.sin(t)) for t in np.linspace(-1.5, 1.5, 24)), (0, 0.20)], brass(), 64, flat_profile=True)
    return [*parts, beam, place(knob, (0.05, 0, top + 0.24))]
