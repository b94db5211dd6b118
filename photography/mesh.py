"""Small mesh helpers. Most objects are lofted from rings of points."""

import bpy
import numpy as np


def new_object(name, verts, faces, materials, smooth=True):
    """A mesh object in the scene from plain lists."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in np.asarray(verts, float)], [], [tuple(f) for f in faces])
    for material in materials if isinstance(materials, (list, tuple)) else [materials]:
        mesh.materials.append(material)
    mesh.polygons.foreach_set("use_smooth", np.full(len(mesh.polygons), smooth))
    mesh.update()
    ob = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def loft(rings, close_start=True, close_end=True):
    """Join rings of equal length, each (n, 3). Counter-clockwise from above and rising, they make outward normals.

    A closed end is a triangle fan round the ring's centre, so that a concave end stays smooth.
    """
    rings = [np.asarray(r, float) for r in rings]
    n = len(rings[0])
    verts = np.concatenate(rings)
    faces = []
    for k in range(len(rings) - 1):
        a, b = k * n, (k + 1) * n
        for i in range(n):
            j = (i + 1) % n
            faces.append((a + i, a + j, b + j, b + i))
    if close_start:
        verts = np.vstack([verts, rings[0].mean(0)])
        c = len(verts) - 1
        faces += [((i + 1) % n, i, c) for i in range(n)]
    if close_end:
        verts = np.vstack([verts, rings[-1].mean(0)])
        c = len(verts) - 1
        last = (len(rings) - 1) * n
        faces += [(last + i, last + (i + 1) % n, c) for i in range(n)]
    return verts, faces


def arc(start, end, steps=8):
    """Quarter of an ellipse between two (r, z) points; leaves `start` vertically."""
    t = np.linspace(0, np.pi / 2, steps + 1)[1:]
    (r0, z0), (r1, z1) = start, end
    return [(r1 + (r0 - r1) * np.cos(a), z0 + (z1 - z0) * np.sin(a)) for a in t]


def arc_in(start, end, steps=8):
    """The other quarter: leaves `start` horizontally, arrives vertically."""
    t = np.linspace(0, np.pi / 2, steps + 1)[1:]
    (r0, z0), (r1, z1) = start, end
    return [(r0 + (r1 - r0) * np.sin(a), z1 + (z0 - z1) * np.cos(a)) for a in t]


def turned(name, profile, material, segments=128, centre=(0, 0), radius=None, close_end=True):
    """A lathe part. `profile` is a list of (r, z); `radius(r, z, angle)` may carve it."""
    ang = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    rings = []
    for r, z in profile:
        rr = radius(np.full(segments, r), z, ang) if radius else np.full(segments, r)
        rings.append(np.column_stack([centre[0] + rr * np.cos(ang), centre[1] + rr * np.sin(ang), np.full(segments, z)]))
    return new_object(name, *loft(rings, close_end=close_end), material)


def box(name, size, location, material, bevel=0.1, segments=4, rotation_z=0.0):
    """A block with rounded edges; `location` is the centre of its base."""
    sx, sy, sz = (s / 2 for s in size)
    v = [(x * sx, y * sy, z * sz + sz) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    f = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    ob = new_object(name, v, f, material)
    ob.location, ob.rotation_euler[2] = location, rotation_z
    if bevel:
        m = ob.modifiers.new("bevel", "BEVEL")
        m.width, m.segments = bevel, segments
        ob.data.use_auto_smooth = True
    return ob


def plane(name, centre, normal, width, height, material):
    """A rectangle facing `normal`, upright when that is possible."""
    n = np.asarray(normal, float)
    n /= np.linalg.norm(n)
    up = np.array([0, 0, 1.0]) if abs(n[2]) < 0.99 else np.array([0, 1.0, 0])
    u = np.cross(up, n)
    u /= np.linalg.norm(u)
    v = np.cross(n, u)
    c = np.asarray(centre, float)
    verts = [c - u * width / 2 - v * height / 2, c + u * width / 2 - v * height / 2,
             c + u * width / 2 + v * height / 2, c - u * width / 2 + v * height / 2]
    return new_object(name, verts, [(0, 1, 2, 3)], material, smooth=False)
