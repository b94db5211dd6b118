"""The bottle. One unit is a centimetre. The base is at z = 0 and the label faces -y.

Believable glass needs three explicit interfaces and no overlapping volumes: air to glass,
glass to juice (normals towards the glass), and the juice's free surface.
"""

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.geometry import delaunay_2d_cdt
from shapely.geometry import Point, Polygon

import label as label_art
import materials
from mesh import arc, arc_in, loft, new_object, turned

HALF_WIDTH, HALF_DEPTH, SHOULDER = 3.1, 1.78, 7.5
SQUARENESS = 5.0
WALL_X, WALL_Y, BASE = 0.60, 0.46, 1.35
LEVEL = 5.95
NECK = SHOULDER + 0.20  # where the gold begins
HEIGHT = NECK + 3.62
LABEL_Z = 3.62
COLLAR = 0.68  # its height above the neck


def _angles(count=288):
    """Polar angles, denser at the outline's corners."""
    fine = np.linspace(0, 2 * np.pi, 20001)
    p = outline(fine, HALF_WIDTH, HALF_DEPTH, SQUARENESS)
    d = np.diff(p, axis=0)
    length = np.hypot(d[:, 0], d[:, 1])
    turn = np.abs(np.diff(np.unwrap(np.arctan2(d[:, 1], d[:, 0])), append=np.nan))
    turn[-1] = turn[0]
    walk = np.concatenate([[0], np.cumsum(length / length.sum() + turn / turn.sum())])
    return np.interp(np.linspace(0, walk[-1], count, endpoint=False), walk, fine)


def outline(angle, a, b, n):
    """Points of a superellipse at polar angles."""
    c, s = np.cos(angle), np.sin(angle)
    r = (np.abs(c / a) ** n + np.abs(s / b) ** n) ** (-1 / n)
    return np.column_stack([r * c, r * s])


def _rings(profile, a, b, n):
    """Rings from a profile of (inset, z). The outline becomes rounder as it shrinks, up to a circle at the neck."""
    rings = []
    for inset, z in profile:
        k = np.clip(inset / b, 0, 1)
        p = outline(ANGLES, a - inset, b - inset, n + (2.2 - n) * k)
        rings.append(np.column_stack([p, np.full(len(p), z)]))
    return rings


def _to_neck(ring, radius, z_end, steps=14):
    """Rings from an outline to a round neck, flat at first and steep at the end."""
    out = []
    target = np.column_stack([radius * np.cos(ANGLES), radius * np.sin(ANGLES)])
    for t in np.linspace(0, 1, steps + 1)[1:]:
        p = ring[:, :2] * (1 - t) + target * t
        z = ring[0, 2] + (z_end - ring[0, 2]) * (t**1.6)
        out.append(np.column_stack([p, np.full(len(p), z)]))
    return out


def front(x):
    """y of the glass's front face at x, for the label."""
    return -HALF_DEPTH * (1 - np.abs(np.asarray(x) / HALF_WIDTH) ** SQUARENESS) ** (1 / SQUARENESS)


ANGLES = _angles()


def _circle(radius, z):
    return np.column_stack([radius * np.cos(ANGLES), radius * np.sin(ANGLES), np.full(len(ANGLES), z)])


def _glass_outside():
    """Heavy base with a shallow punt, straight walls, a soft shoulder, the neck under the collar."""
    foot = [(0.9, 0.10), (0.55, 0.075), (0.36, 0.02), (0.26, 0.0)]
    walls = arc_in((0.20, 0.0), (0.0, 0.20), 7) + [(0.0, 0.6), (0.0, 2.0), (0.0, 4.0), (0.0, SHOULDER - 1.0)]
    shoulder = arc((0.0, SHOULDER - 0.62), (0.62, SHOULDER), 14)
    rings = _rings(foot + walls + [(0.0, SHOULDER - 0.62)] + shoulder, HALF_WIDTH, HALF_DEPTH, SQUARENESS)
    rings += _to_neck(rings[-1], 0.98, NECK)
    rings += [_circle(0.95, NECK + 0.06), _circle(0.95, NECK + 0.5)]
    return loft(rings)


CAVITY = (HALF_WIDTH - WALL_X, HALF_DEPTH - WALL_Y, 4.2)
CAVITY_TOP = SHOULDER - 0.52


# The perfume climbs the glass in a meniscus, as alcohol does.
CLIMB, WIDTH_OF_CLIMB = 0.14, 0.07
EDGE = LEVEL + CLIMB
# Close rings where perfume, air and glass meet. Across a wide face the smoothed normal would tilt and reflect light
# over a quarter of a centimetre below.
CONTACT = [(0.0, EDGE - 0.015), (0.0, EDGE - 0.002), (0.0, EDGE)]


def _juice():
    """The wetted surface, then the free surface with a meniscus. Attribute `top` distinguishes them."""
    wet = [(0.75, BASE - 0.02), (0.55, BASE)] + arc_in((0.50, BASE), (0.0, BASE + 0.5), 12)
    wet += [(0.0, BASE + 1.2), (0.0, 3.5), (0.0, LEVEL - 0.5), *CONTACT]
    away = (0.005, 0.012, 0.022, 0.036, 0.053, 0.075, 0.10, 0.14, 0.19, 0.26)
    free = [(d, LEVEL + CLIMB * np.exp(-d / WIDTH_OF_CLIMB)) for d in away] + [(0.8, LEVEL)]
    rings = _rings(wet + free, *CAVITY)
    verts, faces = loft(rings)
    n = len(ANGLES)
    top = np.array([min(f) >= (len(wet) - 1) * n and f[0] != f[1] for f in faces], np.float32)
    start = (len(rings) - 1) * n  # the two closing fans come last: bottom, then top
    top[start : start + n] = 0
    top[start + n :] = 1
    return verts, faces, top


def _headspace():
    """The dry part of the cavity, up into the neck. The loft is reversed, so that normals point into the air."""
    dry = [(0.0, EDGE), (0.0, CAVITY_TOP - 0.62)] + arc((0.0, CAVITY_TOP - 0.60), (0.58, CAVITY_TOP), 12)
    rings = _rings(dry, *CAVITY)
    rings += _to_neck(rings[-1], 0.60, CAVITY_TOP + 0.26)
    rings += [_circle(0.56, CAVITY_TOP + 0.34), _circle(0.56, NECK + 0.2)]
    verts, faces = loft(rings, close_start=False)
    return verts, [f[::-1] for f in faces]


# The perfume of a bottle that lies on its back, its cap slightly raised, leaves a flat bubble under the front, above
# `BUBBLE` (z). Its surface rises towards the cap by `TILT`.
BUBBLE, TILT = 5.75, 0.13


def _lying():
    """The perfume of a bottle that lies on its back (with its attribute `top`), and the air above it."""
    climb = 0.4 * CLIMB  # the bubble is thin
    low = [(0.75, BASE - 0.02), (0.55, BASE)] + arc_in((0.50, BASE), (0.0, BASE + 0.5), 12)
    high = [(0.0, z) for z in np.linspace(BASE + 0.9, CAVITY_TOP - 0.62, 9)] + arc((0.0, CAVITY_TOP - 0.60), (0.58, CAVITY_TOP), 12)
    rings = _rings(low + high, *CAVITY)
    rings += _to_neck(rings[-1], 0.60, CAVITY_TOP + 0.26)
    rings += [_circle(0.56, CAVITY_TOP + 0.34), _circle(0.56, NECK + 0.2)]
    verts, faces = loft(rings)

    def part(side):
        mesh = bmesh.new()
        points = [mesh.verts.new(v) for v in verts]
        for face in faces:
            mesh.faces.new([points[i] for i in face])
        bmesh.ops.bisect_plane(mesh, geom=[*mesh.verts, *mesh.edges, *mesh.faces], dist=1e-6, plane_co=(0, -CAVITY[1], BUBBLE),
                               plane_no=(0, side, -side * TILT), clear_inner=True)
        mesh.verts.index_update()
        corners = np.array([v.co for v in mesh.verts])
        rim = {}
        for edge in mesh.edges:
            if edge.is_boundary:
                a, b = (v.index for v in edge.verts)
                rim.setdefault(a, []).append(b)
                rim.setdefault(b, []).append(a)
        found = corners, [tuple(v.index for v in f.verts) for f in mesh.faces], rim
        mesh.free()
        return found

    wet, wet_faces, rim = part(1)
    dry, dry_faces, _ = part(-1)
    walk = [next(iter(rim))]
    while len(walk) < len(rim):
        walk.append(next(i for i in rim[walk[-1]] if i not in walk[-2:]))
    edge = Polygon(wet[walk][:, [0, 2]])
    away = (0.0, 0.005, 0.012, 0.022, 0.036, 0.053, 0.075, 0.10, 0.14, 0.19, 0.26)
    points, lines = [], []
    for d in away:
        ring = list((edge.buffer(-d) if d else edge).exterior.coords)[:-1]
        start = len(points)
        points += ring
        lines += [(start + i, start + (i + 1) % len(ring)) for i in range(len(ring))]
    flat, _, top_faces, *_ = delaunay_2d_cdt([Vector(p) for p in points], lines, [], 1, 1e-7)
    deep = np.array([edge.exterior.distance(Point(p)) for p in flat])
    flat = np.array(flat)
    top = np.column_stack([flat[:, 0], -CAVITY[1] + TILT * (flat[:, 1] - BUBBLE) + climb * (1 - np.exp(-deep / WIDTH_OF_CLIMB)), flat[:, 1]])
    faces = wet_faces + [tuple(len(wet) + i for i in f) for f in top_faces]
    is_top = np.array([0] * len(wet_faces) + [1] * len(top_faces), np.float32)
    return (np.concatenate([wet, top]), faces, is_top), (dry, [f[::-1] for f in dry_faces])


def _dip_tube():
    """A slightly bent tube from the pump to the corner of the base."""
    t = np.linspace(0, 1, 40)
    z = 6.7 + (BASE + 0.08 - 6.7) * t
    x = 0.05 + 0.42 * t**2.5
    ang = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rings = [np.column_stack([cx + 0.115 * np.cos(ang), 0.115 * np.sin(ang), np.full(24, cz)]) for cx, cz in zip(x[::-1], z[::-1])]
    return loft(rings)


def _flutes(count, low, high, width, depth):
    """A carver for `turned`: round-ended flutes between two heights, like a column's."""
    half = width / 2
    # No two are quite alike, as if cut by a tool.
    depths = depth * np.random.default_rng(3).uniform(0.84, 1.12, count)

    def carve(r, z, ang):
        pitch = 2 * np.pi / count
        across = ((ang + pitch / 2) % pitch - pitch / 2) * r
        flute = ((ang + pitch / 2) // pitch).astype(int) % count
        along = np.maximum(0, np.maximum(low + half - z, z - (high - half)))
        d = np.hypot(across, along) / half
        # A shallow arc, as in a Doric shaft: deep half-round flutes mirror one another and stay noisy.
        return r - depths[flute] * np.clip(1 - d**2, 0, 1)

    return carve


def _mill(count, depth, low, high):
    """A carver: fine upright teeth, fading at both ends."""
    def carve(r, z, ang):
        wave = np.clip(1.35 * np.cos(count * ang) + 0.25, -1, 1) * 0.5 + 0.5
        inside = np.clip(min(z - low, high - z) / 0.02, 0, 1)
        return r - depth * inside * (1 - wave)

    return carve


def _rounded(r, z0, z1, edge=0.035, steps=4):
    """Profile of a ring with both edges rounded."""
    low = arc_in((r - edge, z0), (r, z0 + edge), steps)
    high = arc((r, z1 - edge), (r - edge, z1), steps)
    return [(r - edge, z0), *low, (r, z1 - edge), *high]


def _collar(z, metal):
    """The milled collar and its string of beads. It stays on the bottle when the cap is off."""
    parts = []
    # Foot, milled band, groove.
    parts.append(turned("foot", [(0.5, z - 0.01)] + _rounded(1.16, z, z + 0.15) + [(1.02, z + 0.16), (1.02, z + 0.2)], metal, 160))
    lo, hi = z + 0.19, z + 0.50
    mill = [(0.9, lo)] + [(1.095, lo)] + arc_in((1.095, lo), (1.12, lo + 0.025), 3)
    mill += [(1.12, lo + 0.03), (1.12, lo + 0.05), (1.12, lo + 0.055), (1.12, hi - 0.055), (1.12, hi - 0.05), (1.12, hi - 0.03)]
    mill += arc((1.12, hi - 0.025), (1.095, hi), 3) + [(0.9, hi)]
    parts.append(turned("milled collar", mill, metal, 96 * 10, radius=lambda r, zz, a: _mill(96, 0.024, lo + 0.03, hi - 0.03)(r, zz, a) if r[0] > 1.1 else r))
    parts.append(turned("bead seat", [(0.9, hi - 0.02), (1.02, hi), (1.04, hi + 0.02), (1.04, hi + 0.16), (1.02, hi + 0.18), (0.9, hi + 0.2)], metal, 160))
    # Beads: one mesh, instanced.
    bpy.ops.mesh.primitive_uv_sphere_add(segments=32, ring_count=16, radius=0.066)
    bead = bpy.context.object
    bead.data.polygons.foreach_set("use_smooth", np.full(len(bead.data.polygons), True))
    bead.data.materials.append(metal)
    count = 50
    for i in range(count):
        ob = bead if i == 0 else bpy.data.objects.new("bead", bead.data)
        if i:
            bpy.context.scene.collection.objects.link(ob)
        a = 2 * np.pi * i / count
        ob.location = (1.075 * np.cos(a), 1.075 * np.sin(a), hi + 0.09)
        parts.append(ob)
    return parts


def _spray(z, metal, way):
    """The pump's crimped ferrule and the button on it, its nozzle turned by `way` from the label."""
    ferrule = [(0.5, z), *_rounded(0.88, z, z + 0.16, 0.05), (0.76, z + 0.17), (0.74, z + 0.20), *_rounded(0.74, z + 0.20, z + 0.36, 0.05), (0.5, z + 0.37)]
    low, high, radius = z + 0.42, z + 1.46, 0.63
    button = [(0.45, low), *_rounded(radius, low, low + 0.10, 0.03), (radius - 0.015, low + 0.105), (radius - 0.015, low + 0.14), (radius - 0.015, high - 0.12)]
    button += arc((radius - 0.015, high - 0.09), (radius - 0.105, high), 8) + [(radius - 0.12, high), (radius - 0.2, high - 0.012), (0.1, high - 0.05)]
    stem = turned("stem", [(0.5, z + 0.1), (0.5, low + 0.1)], materials.satin(), 96)
    parts = [turned("ferrule", ferrule, metal, 160), stem, turned("button", button, metal, 192)]
    # An insert with the orifice.
    for name, r, out, material in (("nozzle", 0.13, 0.02, metal), ("orifice", 0.034, 0.024, materials.ink())):
        disc = turned(name, [(r, 0), (r, out - 0.01), (r - 0.01, out)], material, 48)
        disc.matrix_world = Matrix.Rotation(way, 4, "Z") @ Matrix.Translation((0, 0.012 - radius, high - 0.42)) @ Matrix.Rotation(np.pi / 2, 4, "X")
        parts.append(disc)
    return parts


def _cap(z, metal):
    """Fluted cap; a small sun is struck into the top."""
    parts = []
    c0, c1, R = z + COLLAR, z + 3.62, 1.30
    f0, f1 = c0 + 0.34, c1 - 0.36
    profile = [(0.8, c0), *_rounded(R + 0.02, c0, c0 + 0.22, 0.04), (R - 0.015, c0 + 0.225), (R - 0.015, c0 + 0.25)]
    profile += arc_in((R - 0.015, c0 + 0.25), (R, c0 + 0.27), 3)
    ends = np.linspace(0, 0.12, 16)
    profile += [(R, f0 - 0.02)] + [(R, f0 + e) for e in ends] + [(R, f1 - e) for e in ends[::-1]] + [(R, f1 + 0.02)]
    profile += arc((R, c1 - 0.29), (R - 0.015, c1 - 0.27), 3) + [(R - 0.015, c1 - 0.245)]
    profile += _rounded(R + 0.02, c1 - 0.24, c1, 0.05, 5)
    # A dished top inside a raised rim.
    profile += [(R - 0.13, c1)] + arc((R - 0.15, c1 - 0.02), (R - 0.19, c1 - 0.055), 4)[:-1] + [(R - 0.20, c1 - 0.06)]
    parts += _sun_disc(c1 - 0.06, R - 0.19, metal)
    flute = _flutes(32, f0, f1, 0.226, 0.052)
    parts.append(turned("cap", profile, metal, 32 * 24, close_end=False, radius=lambda r, zz, a: flute(r, zz, a) if abs(r[0] - R) < 1e-6 else r))
    return parts


def _sun_disc(z, radius, field):
    """The dish in the cap's top, with the brand's sun in relief, as on a coin. The field is polished. The sun is
    frosted: a domed disc with 24 fine rays, alternately long and short. Each ray is meshed along its own outline for
    straight flanks, and is so low that the field and its reflections show between any two."""
    size, count, sunk = 0.87, 24, 0.0006
    z -= 0.004
    ang = np.linspace(0, 2 * np.pi, 192, endpoint=False)
    flat = [np.column_stack([r * np.cos(ang), r * np.sin(ang), np.full(len(ang), z)]) for r in (radius, 0.3 * size)]
    core, edge = 0.40 * size, 0.016
    dome = [(core, z - sunk), *arc((core, z), (core - edge, z + 0.011), 6)]
    dome += [(r, z + 0.011 + 0.036 * (1 - (r / (core - edge)) ** 2)) for r in np.linspace(core - edge, 0.01, 24)[1:]]
    # A ray's ridge slopes to both sides, equally steep at any width. Both ends are round.
    across = np.linspace(-1, 1, 15)
    verts = []
    for i in range(count):
        r0, r1, w0, w1 = 0.56 * size, (1.0 if i % 2 == 0 else 0.80) * size, 0.037 * size, 0.012 * size
        turn = np.linspace(0, np.pi / 2, 7)
        r = np.concatenate([r0 + w0 * (1 - np.cos(turn)), np.linspace(r0 + w0, r1 - 2 * w1, 16)[1:-1], r1 - 2 * w1 * (1 - np.sin(turn))])
        end = np.concatenate([np.sin(turn), np.ones(14), np.cos(turn)])
        half = ((w0 + (w1 - w0) * (r - r0) / (r1 - r0)) * end)[:, None]
        up = z - sunk + 0.36 * half * (1 - np.abs(across) ** 1.6)
        c, s = np.cos(2 * np.pi * i / count), np.sin(2 * np.pi * i / count)
        x, y = np.broadcast_to(r[:, None], up.shape), half * across
        verts.append(np.stack([x * c - y * s, x * s + y * c, up], -1).reshape(-1, 3))
    n, rows = len(across), len(verts[0]) // len(across)
    k = (np.arange(rows - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([i * rows * n + np.column_stack([k, k + n, k + n + 1, k + 1]) for i in range(count)])
    frosted = materials.frosted_gold()
    return [new_object("sun disc", *loft(flat, close_start=False), field), turned("sun", dome, frosted, 192),
            new_object("sun's rays", np.concatenate(verts), faces, frosted)]


def lying_cap(location, turn):
    """The cap on its side, `location` on the ground below its middle. Its sun faces -y before the turn (in radians)."""
    middle, radius = NECK + (COLLAR + 3.62) / 2, 1.32
    parts = _cap(NECK, materials.gold())
    matrix = Matrix.Translation((*location[:2], location[2] + radius)) @ Matrix.Rotation(turn, 4, "Z") @ Matrix.Rotation(np.pi / 2, 4, "X")
    for ob in parts:
        ob.matrix_world = matrix @ Matrix.Translation((0, 0, -middle))
    return parts


def build_flacon(label, location=(0, 0, 0), rotation_z=0.0, spray=None, lying=False, metal=None):
    """The whole bottle at `location`. `label` has brand, concentration, volume. With `spray` (the nozzle's angle from
    the label, in radians) the cap is off. A `lying` bottle's label faces up, its cap +y before the rotation, and
    `location` is on its axis. `metal` is the material of cap and collar, by default gold. Returns the objects."""
    # A lying bottle is surrounded by sunlit paper.
    glass = materials.glass((0.46, 0.345, 0.22)) if lying else materials.glass()
    metal = metal or materials.gold()
    # Outside and headspace are one object: in Cycles a ray leaves a volume only through the object it entered.
    (verts, faces, top), dry = _lying() if lying else (_juice(), _headspace())
    outside = _glass_outside()
    shell = np.concatenate([outside[0], dry[0]]), outside[1] + [tuple(i + len(outside[0]) for i in f) for f in dry[1]]
    objects = [new_object("glass", *shell, glass)]
    juice = new_object("juice", verts, faces, materials.juice())
    juice.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", top)
    objects.append(juice)
    objects.append(new_object("dip tube", *_dip_tube(), materials.tube(HEIGHT if lying else LEVEL)))
    # The pump is milky and narrows to the tube, because the shoulder's facets show it more than once.
    pump = [(0.1, 6.28), (0.145, 6.28), (0.155, 6.30), (0.155, 6.46), (0.27, 6.60), (0.30, 6.66), (0.30, 7.06), (0.34, 7.10),
            (0.44, 7.14), (0.44, NECK + 0.15), (0.1, NECK + 0.15)]
    objects.append(turned("pump", pump, materials.ivory(), 64))
    # The collar's underside, magnified by the shoulder: rings of satin gold, which doesn't mirror the shoulder back.
    under = [(0.45, NECK - 0.05), *((r, NECK - 0.05 - 0.012 * np.sin(np.pi * (r - 0.45) / 0.13) ** 2) for r in np.linspace(0.46, 0.96, 60)),
             (0.97, NECK - 0.05), (0.985, NECK - 0.035), (0.985, NECK - 0.02), (0.45, NECK - 0.02)]
    objects.append(turned("gasket", under, materials.satin(), 96))
    objects += _collar(NECK, metal)
    objects += _cap(NECK, metal) if spray is None else _spray(NECK + COLLAR, metal, spray)
    objects += label_art.build_label(label, front, LABEL_Z)
    stand = bpy.data.objects.new("flacon", None)
    bpy.context.scene.collection.objects.link(stand)
    for ob in objects:
        ob.parent = stand
    stand.location, stand.rotation_euler = location, (-np.pi / 2 if lying else 0, 0, rotation_z)
    return [stand, *objects]
