"""Form: the few ways in which every prop is given its shape (lathe, sweep, sheet, bar) and its noise.

All shapes are plain meshes from NumPy arrays: no modifiers, no operators, nothing that depends on
Blender's context, so that a shot gives the same picture on every run.
"""
import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector


def add_mesh(name, vertices, faces, material=None, smooth=True, colours=None, uv=None, slots=None):
    """Make an object of arrays. `colours` is one RGB a vertex (attribute 'Col'); `slots` a material index a face."""
    mesh = bpy.data.meshes.new(name)
    vertices = np.asarray(vertices, dtype=np.float32)
    mesh.from_pydata(vertices.tolist(), [], [list(map(int, f)) for f in faces])
    mesh.polygons.foreach_set("use_smooth", np.full(len(mesh.polygons), smooth, dtype=bool))
    if slots is not None:
        mesh.polygons.foreach_set("material_index", np.asarray(slots, dtype=np.int32))
    if colours is not None:
        rgba = np.ones((len(vertices), 4), dtype=np.float32)
        rgba[:, : np.asarray(colours).shape[1]] = colours
        mesh.attributes.new("Col", "FLOAT_COLOR", "POINT").data.foreach_set("color", rgba.ravel())
    if uv is not None:
        # Kept as a plain vector attribute: a seam then costs nothing because the sheet is not closed.
        flat = np.zeros((len(vertices), 3), dtype=np.float32)
        flat[:, :2] = uv
        mesh.attributes.new("Sheet", "FLOAT_VECTOR", "POINT").data.foreach_set("vector", flat.ravel())
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    for each in material if isinstance(material, (list, tuple)) else [material]:
        if each is not None:
            mesh.materials.append(each)
    return thing


def place(things, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0):
    """Move one thing or several as one body (rotation in degrees, about the body's origin)."""
    matrix = (Matrix.Translation(Vector(location))
              @ Euler([math.radians(a) for a in rotation]).to_matrix().to_4x4()
              @ Matrix.Scale(scale, 4))
    for thing in things if isinstance(things, (list, tuple)) else [things]:
        thing.matrix_world = matrix @ thing.matrix_world
    return things


def settle(things, z=0.0):
    """Lower or raise things, as one body, until their lowest point just touches the height `z`."""
    things = things if isinstance(things, (list, tuple)) else [things]
    lowest = min((t.matrix_world @ v.co).z for t in things for v in t.data.vertices)
    for t in things:
        t.matrix_world = Matrix.Translation((0, 0, z + 0.002 - lowest)) @ t.matrix_world
    return things


def grid_faces(rows, columns, close_rows=False, close_columns=False):
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
    """Add a point close to both ends of every long stretch: otherwise smooth shading leans the normals of the
    whole stretch towards its corners, and a glass tube turns black."""
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
    """Turn a profile of (r, z[, radius]) about z. Run it so that the solid lies on its left for normals outward
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


def frames(path):
    """Rotation-minimising frames along a path: tangent, side, up for every point."""
    path = np.asarray(path, float)
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    seed = np.array([0, 0, 1.0]) if abs(tangent[0][2]) < 0.9 else np.array([1.0, 0, 0])
    side = np.empty_like(path)
    side[0] = np.cross(seed, tangent[0])
    for i in range(1, len(path)):
        side[i] = side[i - 1] - tangent[i] * side[i - 1].dot(tangent[i])
    side[0] /= np.linalg.norm(side[0])
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    return tangent, side, np.cross(tangent, side)


def sweep(name, path, section, material=None, closed=True, caps=True):
    """Carry a section along a path. `section` is an array (points, 2), or (path points, points, 2) if it changes."""
    path, section = np.asarray(path, float), np.asarray(section, float)
    if section.ndim == 2:
        section = np.repeat(section[None], len(path), axis=0)
    _, side, up = frames(path)
    vertices = (path[:, None] + section[..., :1] * side[:, None] + section[..., 1:] * up[:, None])
    rows, columns = vertices.shape[:2]
    faces = [tuple(f) for f in grid_faces(rows, columns, close_columns=closed)]
    if caps and closed:
        faces += [tuple(range(columns))[::-1], tuple(range((rows - 1) * columns, rows * columns))]
    return add_mesh(name, vertices.reshape(-1, 3), faces, material)


def wire(name, path, radius, material=None, sides=12):
    """A round wire along a path."""
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    return sweep(name, path, np.stack([np.cos(angle), np.sin(angle)], -1) * radius, material)


def sheet(name, points, material=None, thickness=0.05, uv=None, colours=None):
    """A thin body of a rows × columns × 3 array of points: two skins and a rim, so light finds real thickness."""
    points = np.asarray(points, float)
    rows, columns = points.shape[:2]
    normal = np.cross(np.gradient(points, axis=0), np.gradient(points, axis=1))
    normal /= np.linalg.norm(normal, axis=2, keepdims=True) + 1e-12
    thickness = np.broadcast_to(np.asarray(thickness, float), (rows, columns))[..., None]
    top, bottom = points + normal * thickness / 2, points - normal * thickness / 2
    count = rows * columns
    faces = grid_faces(rows, columns)
    border = ([c for c in range(columns)] + [r * columns + columns - 1 for r in range(1, rows)]
              + [(rows - 1) * columns + c for c in range(columns - 2, -1, -1)]
              + [r * columns for r in range(rows - 2, 0, -1)])
    rim = [(a, b, b + count, a + count) for a, b in zip(border, border[1:] + border[:1])]
    every = np.concatenate([faces[:, ::-1], faces + count, np.array(rim)])
    twice = lambda a: None if a is None else np.concatenate([np.reshape(a, (count, -1))] * 2)
    return add_mesh(name, np.concatenate([top.reshape(-1, 3), bottom.reshape(-1, 3)]), every,
                    material, uv=twice(uv), colours=twice(colours))


def block(name, size, material=None, bevel=0.05, steps=3, wobble=0.0, seed=0, divide=1):
    """A box standing on z = 0 with round edges. `wobble` shifts its outline a little, as hand work does."""
    x, y, z = (s / 2 for s in size)
    # A rounded box is a small box swollen by a ball: every ball vertex is pushed out to its octant's corner.
    axis = []
    for half in (x, y, z):
        turn = np.sin(np.linspace(-math.pi / 2, 0, steps + 1))
        inner = np.linspace(-half + bevel, half - bevel, max(2, divide + 1))
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
    if wobble:
        vertices += wobble * np.stack([noise(vertices * 0.35 + 7 * k, seed + k) for k in range(3)], -1)
    vertices[:, 2] += z
    return add_mesh(name, vertices, faces, material)


def smoothed(a):
    return a * a * a * (a * (a * 6 - 15) + 10)


def noise(points, seed=0):
    """Gradient-free lattice noise in [-1, 1] for an (n, 3) array: enough for skins and wobbles, fast in NumPy."""
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


def ball(count):
    """About `count` even directions with their triangles: a Fibonacci ball, without a sphere's poles or seams."""
    from scipy.spatial import ConvexHull
    k = np.arange(count) + 0.5
    z = 1 - 2 * k / count
    turn = math.pi * (1 + 5 ** 0.5) * k
    r = np.sqrt(1 - z * z)
    directions = np.stack([r * np.cos(turn), r * np.sin(turn), z], -1)
    triangles = ConvexHull(directions).simplices
    a, b, c = (directions[triangles[:, i]] for i in range(3))
    wrong = np.einsum("ij,ij->i", np.cross(b - a, c - a), a) < 0
    triangles[wrong] = triangles[wrong][:, ::-1]
    return directions, triangles


def lay_down(vertices, prefer=None):
    """Turn a body so that it lies on a face of its hull that it would really rest on, touching z = 0.

    `prefer` (a direction of the body) asks for the resting face that looks most that way.
    """
    from scipy.spatial import ConvexHull
    coarse = vertices[:: max(1, len(vertices) // 4000)]
    hull = ConvexHull(coarse)
    centre = coarse.mean(axis=0)
    best, best_score = None, -1e9
    normals, offsets = hull.equations[:, :3], hull.equations[:, 3]
    for normal, offset in zip(normals, offsets):
        # The lower the centre over a face, the surer the rest.
        height = -(normal.dot(centre) + offset)
        score = -height + (0 if prefer is None else 1.0 * normal.dot(prefer))
        if score > best_score:
            best, best_score = normal, score
    turn = Vector(best).rotation_difference(Vector((0, 0, -1))).to_matrix()
    turned = vertices @ np.array(turn).T
    turned[:, 2] -= turned[:, 2].min()
    turned[:, :2] -= (turned[:, :2].max(0) + turned[:, :2].min(0)) / 2
    return turned
