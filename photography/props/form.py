"""Shapes (lathe, block) and noise for the props.

All shapes are plain meshes from NumPy arrays: no modifiers, no operators, nothing that depends on
Blender's context, so that a shot renders the same picture on every run.
"""
import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector


def add_mesh(name, vertices, faces, material=None, smooth=True, colours=None):
    """Make an object from arrays. `colours` is one RGB per vertex (attribute 'Col')."""
    mesh = bpy.data.meshes.new(name)
    vertices = np.asarray(vertices, dtype=np.float32)
    mesh.from_pydata(vertices.tolist(), [], [list(map(int, f)) for f in faces])
    mesh.polygons.foreach_set("use_smooth", np.full(len(mesh.polygons), smooth, dtype=bool))
    if colours is not None:
        rgba = np.ones((len(vertices), 4), dtype=np.float32)
        rgba[:, : np.asarray(colours).shape[1]] = colours
        mesh.attributes.new("Col", "FLOAT_COLOR", "POINT").data.foreach_set("color", rgba.ravel())
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    for each in material if isinstance(material, (list, tuple)) else [material]:
        if each is not None:
            mesh.materials.append(each)
    return thing


def place(things, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0):
    """Move one object, or several as one body. Rotation is in degrees about the body's origin."""
    matrix = (Matrix.Translation(Vector(location))
              @ Euler([math.radians(a) for a in rotation]).to_matrix().to_4x4()
              @ Matrix.Scale(scale, 4))
    for thing in things if isinstance(things, (list, tuple)) else [things]:
        thing.matrix_world = matrix @ thing.matrix_world
    return things


def grid_faces(rows, columns, close_columns=False, close_rows=False):
    """Quads of a rows × columns grid of vertices (row-major)."""
    r = np.arange(rows if close_rows else rows - 1)
    c = np.arange(columns if close_columns else columns - 1)
    r, c = np.meshgrid(r, c, indexing="ij")
    r2, c2 = (r + 1) % rows, (c + 1) % columns
    return np.stack([r * columns + c, r * columns + c2, r2 * columns + c2, r2 * columns + c], -1).reshape(-1, 4)


def fillet(points, steps=6):
    """Round a polyline's corners. Each point is (r, z) or (r, z, radius)."""
    out = []
    for i, p in enumerate(points):
        here = np.array(p[:2], float)
        radius = p[2] if len(p) > 2 else 0.0
        if radius <= 0 or i in (0, len(points) - 1):
            out.append(here)
            continue
        a, b = np.array(points[i - 1][:2], float) - here, np.array(points[i + 1][:2], float) - here
        la, lb = np.linalg.norm(a), np.linalg.norm(b)
        reach = min(radius, la * 0.48, lb * 0.48)
        start, end = here + a / la * reach, here + b / lb * reach
        for t in np.linspace(0, 1, steps + 1):
            out.append((1 - t) ** 2 * start + 2 * t * (1 - t) * here + t ** 2 * end)
    return np.array(out)


def supported(profile, near=0.015, long=0.10):
    """Add a point close to both ends of every long segment. Otherwise smooth shading tilts the normals of the whole
    segment towards its corners, and a glass tube turns black."""
    profile = np.asarray(profile, float)
    out = [profile[0]]
    for a, b in zip(profile, profile[1:]):
        length = np.linalg.norm(b - a)
        if length > long:
            step = (b - a) / length * near
            out += [a + step, b - step]
        out.append(b)
    return np.array(out)


def lathe(name, profile, material=None, segments=96, flat_profile=False):
    """Revolve a profile of (r, z[, radius]) about z. For outward normals the solid must be on the profile's left
    (bottom centre, up the outside, back to the axis)."""
    profile = np.asarray(profile, float) if flat_profile else supported(fillet(profile))
    angle = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    vertices, rows, faces = [], [], []
    for r, z in profile:
        if r < 1e-6:
            rows.append([len(vertices)])
            vertices.append((0.0, 0.0, z))
        else:
            rows.append(list(range(len(vertices), len(vertices) + segments)))
            vertices += [(r * c, r * s, z) for c, s in ring]
    for low, high in zip(rows, rows[1:]):
        for k in range(segments):
            n = (k + 1) % segments
            if len(low) == 1 and len(high) == 1:
                break
            if len(low) == 1:
                faces.append((low[0], high[n], high[k]))
            elif len(high) == 1:
                faces.append((low[k], low[n], high[0]))
            else:
                faces.append((low[k], low[n], high[n], high[k]))
    return add_mesh(name, vertices, faces, material)


def block(name, size, material=None, bevel=0.05, steps=3):
    """A box on z = 0 with rounded edges."""
    x, y, z = (s / 2 for s in size)
    # A rounded box is a smaller box expanded by a ball: each vertex is `bevel` away from the nearest core point.
    axis = []
    for half in (x, y, z):
        turn = np.sin(np.linspace(-math.pi / 2, 0, steps + 1))
        inner = np.array([-half + bevel, half - bevel])
        axis.append(np.concatenate([turn[:-1] * bevel - half + bevel, inner, -turn[:-1][::-1] * bevel + half - bevel]))
    vertices, faces, known = [], [], {}

    def vertex(p):
        key = tuple(np.round(p, 5))
        if key not in known:
            known[key] = len(vertices)
            vertices.append(p)
        return known[key]

    half = np.array([x, y, z])
    core = half - bevel
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        for sign in (-1, 1):
            for i in range(len(axis[b]) - 1):
                for j in range(len(axis[c]) - 1):
                    quad = []
                    for u, v in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)):
                        p = np.zeros(3)
                        p[a], p[b], p[c] = sign * half[a], axis[b][u], axis[c][v]
                        near = np.clip(p, -core, core)
                        d = p - near
                        quad.append(vertex(near + d / (np.linalg.norm(d) + 1e-12) * bevel))
                    quad = list(dict.fromkeys(quad))
                    if len(quad) > 2:
                        faces.append(quad if sign > 0 else quad[::-1])
    vertices = np.array(vertices)
    vertices[:, 2] += z
    return add_mesh(name, vertices, faces, material)


def smoothed(a):
    return a * a * a * (a * (a * 6 - 15) + 10)


def noise(points, seed=0):
    """Lattice value noise in [-1, 1] for an (n, 3) array: good enough for paper and folds, and fast in NumPy."""
    points = np.asarray(points, float)
    cell = np.floor(points).astype(np.int64)
    f = smoothed(points - cell)
    out = np.zeros(len(points))
    for corner in np.ndindex(2, 2, 2):
        c = cell + np.array(corner)
        h = (c[:, 0] * 374761393 + c[:, 1] * 668265263 + c[:, 2] * 2147483647 + seed * 974634777) & 0xFFFFFFFF
        h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
        h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
        value = ((h ^ (h >> 15)) & 0xFFFF) / 32767.5 - 1
        weight = np.prod(np.where(np.array(corner), f, 1 - f), axis=1)
        out += value * weight
    return out


def fractal(points, seed=0, octaves=4, gain=0.5):
    """Noise on several scales, about [-1, 1]."""
    points = np.asarray(points, float)
    out, amplitude, whole = np.zeros(len(points)), 1.0, 0.0
    for k in range(octaves):
        out += amplitude * noise(points * 2 ** k + 17.3 * k, seed + 31 * k)
        whole += amplitude
        amplitude *= gain
    return out / whole
