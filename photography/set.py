"""The room: a plaster wall, travertine, a table. Everything stands on z = 0 unless told otherwise."""

import numpy as np

import materials
from mesh import arc, box, loft, new_object, plane, turned

WALL_Y = 20.0


def wall(y=WALL_Y, relief=1.0):
    """The plaster wall behind everything, facing the camera."""
    return plane("wall", (0, y, 0), (0, -1, 0), 260, 160, materials.plaster(relief=relief))


def plinth(radius=6.4, height=14.0, location=(0, 0, 0)):
    """A round travertine drum whose top is at `location`."""
    e = 0.16
    profile = [(radius, -height), (radius, -e)] + arc((radius, -e), (radius - e, 0), 6) + [(radius - e - 0.05, 0), (radius * 0.5, 0)]
    ob = turned("plinth", profile, materials.travertine(), 256)
    ob.location = location
    return ob


def _pits(rng, count, across, along):
    """Random pits of a face: (centre, half length, half height, depth, slant); most are small, and many keep to beds."""
    beds = rng.uniform(*along, 5)
    for _ in range(count):
        z = rng.choice(beds) + rng.normal(0, 0.16) if rng.random() < 0.6 else rng.uniform(*along)
        size = rng.lognormal(-2.55, 0.85)
        yield (rng.uniform(*across), z), min(size, 0.8), min(0.022 + 0.17 * size, 0.10), min(0.03 + 0.34 * size, 0.17), rng.normal(0, 0.12)


def _dents(a, b, pits, rng):
    """How deep the stone is eaten at (a, b): long hollows with ragged rims."""
    depth = np.zeros(len(a))
    for (ca, cb), long, high, deep, slant in pits:
        near = np.flatnonzero((np.abs(a - ca) < 1.5 * long) & (np.abs(b - cb) < 3 * high + 0.1))
        if not len(near):
            continue
        u, v = (a[near] - ca) / long, (b[near] - cb - slant * (a[near] - ca)) / high
        turn, wave = np.arctan2(v, u), rng.uniform(0, 6.3, 3)
        rim = 1 + 0.20 * np.sin(2 * turn + wave[0]) + 0.15 * np.sin(3 * turn + wave[1]) + 0.10 * np.sin(7 * turn + wave[2])
        hollow = np.clip(1 - (np.hypot(u, v) / rim) ** 2, 0, 1)
        depth[near] = np.maximum(depth[near], deep * np.minimum(1, 1.6 * np.sqrt(hollow)))
    return depth


def ledge(left=-6.4, right=30.0, front=-4.0, back=7.8, height=12.0, seed=4):
    """A travertine block with its top on z = 0 whose pits are hollows in the stone, not drawings on it."""
    rng = np.random.default_rng(seed)
    corner, edge = 0.35, 0.10
    fine, coarse = 0.04, 0.5
    turn = np.linspace(0, np.pi / 2, 9)[1:-1]

    def bend(x, y, start):
        return [(x + corner * np.cos(start + t), y + corner * np.sin(start + t)) for t in turn]

    x0, x1, y0, y1 = left + corner, right - corner, front + corner, back - corner
    seen = left + 18.0  # further right nothing is in any frame
    plan = [(x, front) for x in np.append(np.arange(x0, seen, fine), np.arange(seen, x1, coarse))] + bend(x1, y0, -np.pi / 2)
    plan += [(right, y) for y in np.arange(y0, y1, coarse)] + bend(x1, y1, 0)
    plan += [(x, back) for x in np.arange(x1, x0, -coarse)] + bend(x0, y1, np.pi / 2)
    plan += [(left, y) for y in np.arange(y1, y0, -0.12)] + bend(x0, y0, np.pi)
    plan = np.array(plan)
    middle = np.array([left + 9.0, (front + back) / 2])

    def ring(shrink, z):
        # Straight in from the side near the edge, towards the middle further in.
        return np.column_stack([middle + (plan - middle) * (1 - shrink / (middle[1] - front)), np.full(len(plan), z)])

    depths = np.concatenate([[height], np.arange(5.2, edge, -0.03)])
    rings = [ring(0, -d) for d in depths]
    rings += [ring(edge * (1 - np.cos(a)), -edge * (1 - np.sin(a))) for a in np.linspace(0, np.pi / 2, 7)]
    rings += [ring(s, 0) for s in np.append(np.arange(edge + 0.05, 5.6, 0.05), 5.8)]
    verts, faces = loft(rings)
    side, top = verts[:, 2] < -edge, verts[:, 2] > -1e-6
    eaten = np.zeros(len(verts))
    face = side & (verts[:, 1] < y0)
    eaten[face] = _dents(verts[face, 0], verts[face, 2], list(_pits(rng, 150, (left - 0.3, seen), (-4.8, -0.25))), rng)
    verts[face, 1] += eaten[face]
    flat = [((rng.uniform(left, seen), rng.uniform(front, back)), s, 0.55 * s, 0.5 * s, 0.3) for s in rng.lognormal(-2.5, 0.4, 60)]
    eaten[top] = _dents(verts[top, 0], verts[top, 1], flat, rng)
    verts[top, 2] -= eaten[top]
    ob = new_object("ledge", verts, faces, materials.travertine(carved=True))
    ob.data.attributes.new("eaten", "FLOAT", "POINT").data.foreach_set("value", eaten.astype(np.float32))
    return ob


def slab(size=(40, 20, 4), location=(0, 0, 0), rotation_z=0.0):
    """A travertine block; `location` is the middle of its top."""
    x, y, z = location
    return box("slab", size, (x, y, z - size[2]), materials.travertine(), bevel=0.14, rotation_z=rotation_z)


def table(z=0.0, depth=60.0, front=-40.0):
    """A broad plaster table that runs to the wall."""
    ob = box("table", (260, depth - 0.0, 4), (0, front + depth / 2, z - 4), materials.plaster((0.79, 0.72, 0.61), 0.6), bevel=0.3)
    return ob


def contact_shadow(half_width, half_depth, location=(0, 0, 0), rotation_z=0.0, strength=0.72, glow=(0.90, 0.74, 0.50)):
    """Darkening under glass, which is clear to shadow rays: a thin rounded sheet, a firm line where the glass
    stands that fades outward, and the perfume's colour (`glow`) in the middle.

    Seen by the camera and by glass, but not by light.
    """
    n = materials.Nodes("contact")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    under = n.add("ShaderNodeAttribute", attribute_name="under").outputs["Fac"]
    tint = n.ramp(fade, (0.0, (1, 1, 1)), (1.0, (1 - strength, 1 - strength * 1.08, 1 - strength * 1.16)))
    mat = n.surface(n.add("ShaderNodeBsdfTransparent", Color=n.mix_colour(under, tint, glow)).outputs[0])
    ang = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    verts, fades, unders = [], [], []
    for t in (-0.45, -0.28, *np.linspace(-0.14, 0.12, 9), *np.linspace(0.16, 1, 12)):
        grow = 1.05 * t - 0.02
        a, b, e = half_width + grow, half_depth + grow, 5 - 1.5 * max(t, 0)
        c, s = np.cos(ang), np.sin(ang)
        r = (np.abs(c / a) ** e + np.abs(s / b) ** e) ** (-1 / e)
        verts.append(np.column_stack([r * c, r * s, np.full(96, 0.004)]))
        firm = np.clip(1 - abs(t) / 0.12, 0, 1) if t > 0 else 1
        fades.append(np.full(96, max(0.62 * (1 - max(t, 0)) ** 2.4, firm)))
        unders.append(np.full(96, np.clip((-t - 0.12) / 0.16, 0, 1)))
    last = len(verts) - 1
    faces = [(k * 96 + i, k * 96 + (i + 1) % 96, (k + 1) * 96 + (i + 1) % 96, (k + 1) * 96 + i) for k in range(last) for i in range(96)]
    faces = [f[::-1] for f in faces] + [tuple(range(96))]
    ob = new_object("contact", np.concatenate(verts), faces, mat)
    for name, values in (("fade", fades), ("under", unders)):
        ob.data.attributes.new(name, "FLOAT", "POINT").data.foreach_set("value", np.concatenate(values).astype(np.float32))
    ob.location, ob.rotation_euler[2] = location, rotation_z
    ob.visible_shadow = ob.visible_diffuse = False
    return ob


def sweep(colour=(0.84, 0.80, 0.73), depth=34.0, bend=14.0):
    """A seamless paper sweep: floor that curves up into wall, no horizon."""
    n = materials.Nodes("sweep")
    mat = n.surface(n.add("ShaderNodeBsdfDiffuse", Color=colour).outputs[0])
    a = np.linspace(0, np.pi / 2, 24)
    line = [(-80.0, 0.0), *zip(depth + bend * np.sin(a), bend * (1 - np.cos(a))), (depth + bend, 120.0)]
    verts = [(x, y, z) for y, z in line for x in (-160, 160)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(line) - 1)]
    return new_object("sweep", verts, faces, mat)
