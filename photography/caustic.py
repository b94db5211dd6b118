"""Caustics: sunlight that passes through glass and perfume onto the table.

Cycles would need hours for them, so its glass is transparent to shadow rays. Here the sun's rays are traced
through the real surfaces, and the light that reaches the table is placed on it as an emissive sheet.
"""

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree
from mathutils.interpolate import poly_3d_calc
from scipy.ndimage import gaussian_filter

import light
import materials
from props.form import add_mesh

CELL = 0.06
SUN = np.array(light.SUN_COLOUR)
AIR, WATER, GLASS = 1.0, 1.36, 1.5


class Body:
    """A mesh with the refractive indices behind and in front of its faces, and the absorption behind them per cm.

    `before` is one number or one per face. A body without indices is opaque.
    """

    def __init__(self, ob, behind=None, before=None, sigma=(0, 0, 0)):
        self.opaque = behind is None
        self.behind, self.sigma = behind, np.array(sigma)
        count = len(ob.data.polygons)
        self.before = np.broadcast_to(AIR if before is None else before, (count,))
        bpy.context.view_layer.update()
        world = ob.matrix_world
        turn = world.to_3x3()
        self.points = [world @ v.co for v in ob.data.vertices]
        self.normals = [(turn @ v.normal).normalized() for v in ob.data.vertices]
        self.faces = [tuple(p.vertices) for p in ob.data.polygons]


def _gather(bodies):
    """All bodies in one tree, with the owner of each face."""
    points, normals, faces, owner = [], [], [], []
    for body in bodies:
        start = len(points)
        points += body.points
        normals += body.normals
        faces += [tuple(start + i for i in f) for f in body.faces]
        owner += [(body, i) for i in range(len(body.faces))]
    return BVHTree.FromPolygons(points, faces), points, normals, faces, owner


def _follow(start, way, scene, wall, events=14):
    """Trace one ray to z = 0 or the wall y = `wall`. Returns (point, remaining light), or None if it is blocked or met no
    glass."""
    tree, points, normals, faces, owner = scene
    at, met = start, False
    loss, sigma = np.zeros(3), None
    for _ in range(events):
        place, _, index, far = tree.ray_cast(at, way)
        ends = [-at.z / way.z] if way.z < -1e-6 else []
        if wall is not None and way.y > 1e-6:
            ends.append((wall - at.y) / way.y)
        end = min(ends) if ends else None
        if place is None or (end is not None and end < far):
            if not met or end is None:
                return None
            return at + way * end, np.exp(-loss)
        body, face = owner[index]
        if body.opaque:
            return None
        met = True
        if sigma is not None:
            loss = loss + sigma * far
        corner = faces[index]
        weight = poly_3d_calc([points[i] for i in corner], place)
        normal = sum((normals[i] * w for i, w in zip(corner, weight)), Vector()).normalized()
        entering = way.dot(normal) < 0
        a, b = (body.before[face], body.behind) if entering else (body.behind, body.before[face])
        if not entering:
            normal = -normal
        eta, cosine = a / b, -way.dot(normal)
        k = 1 - eta * eta * (1 - cosine * cosine)
        if k < 0:  # total internal reflection: the ray stays in its medium
            way = (way + normal * (2 * cosine)).normalized()
        else:
            way = (way * eta + normal * (eta * cosine - k**0.5)).normalized()
            if body.sigma.any():
                sigma = body.sigma if entering else None
        at = place + way * 1e-4
    return None


def pool(bodies, ground, reach=16.0, rays=160000, seed=5, sun_from=light.SUN_FROM, sunlight=9.6, colour=SUN,
         lamp=None, wall=None, edge=None, soft=1.4):
    """Add the light that passes through `bodies` to the table z = 0, whose colour is `ground`.

    `lamp` is the position of a near lamp that replaces the sun. `sunlight` is the irradiance at the bodies' centre.
    `wall` is (y, colour) of a wall that receives light too. The table begins at `edge`, (x, y). `soft` is the blur in
    cells.
    """
    rng = np.random.default_rng(seed)
    scene = _gather(bodies)
    clear = np.array([p for b in bodies if not b.opaque for p in b.points])
    centre = clear.mean(0)
    size = light.LAMP_SIZE if lamp else light.SUN_SIZE
    lamp = np.array(lamp) if lamp else centre + light.SUN_DISTANCE * np.array(sun_from) / np.linalg.norm(sun_from)
    distance = np.linalg.norm(lamp - centre)
    sun = (lamp - centre) / distance
    if wall:  # drop the shoulder's light above the body's shadow, because it looks like smoke in the cap's shadow
        top = clear[:, 2].max() - max(0, (wall[0] - centre[1]) / -sun[1]) * sun[2]
    u = np.cross((0, 0, 1.0), sun)
    u /= np.linalg.norm(u)
    v = np.cross(sun, u)
    # Project the bodies from the lamp onto a plane through their centre.
    seen = clear - lamp
    seen *= (distance / -(seen @ sun))[:, None]
    a, b = seen @ u, seen @ v
    area = np.ptp(a) * np.ptp(b) / rays
    cells = int(2 * reach / CELL)
    floor, upright = np.zeros((cells, cells, 3)), np.zeros((cells, cells, 3))
    for p, q, r, t in zip(rng.uniform(a.min(), a.max(), rays), rng.uniform(b.min(), b.max(), rays),
                          np.sqrt(rng.random(rays)), rng.uniform(0, 2 * np.pi, rays)):
        start = lamp + size / 2 * r * (np.cos(t) * u + np.sin(t) * v)
        way = centre + u * p + v * q - start
        far = np.linalg.norm(way)
        way /= far
        # Start rays close to the bodies, where floats are precise enough.
        hit = _follow(Vector(start + way * max(0, far - 40)), Vector(way), scene, wall and wall[0])
        if hit is None:
            continue
        (x, y, z), left = hit
        power = left * (distance / far) ** 3 * area / CELL**2
        on_wall = wall is not None and z > 1e-4
        if on_wall and z > top:
            continue
        i, j = int((x - centre[0] + reach) / CELL), int((z if on_wall else y - centre[1]) / CELL + reach / CELL)
        if 0 <= i < cells and 0 <= j < cells and (on_wall or edge is None or (x > edge[0] and y > edge[1])):
            (upright if on_wall else floor)[i, j] += power
    across = (np.arange(cells) + 0.5) * CELL - reach
    border = np.clip(4 - 4 * np.abs(across) / reach, 0, 1)  # fade out, so that the sheet has no edge
    made = []
    for caught, albedo, raised in ((floor, ground, False), (upright, wall and wall[1], True)):
        if not caught.any():
            continue
        spread = 2 * soft if raised else soft  # the wall is farther away
        glow = gaussian_filter(caught, (spread, spread, 0)) * (border[:, None] * border)[..., None]
        glow = glow * np.asarray(colour) * sunlight * np.asarray(albedo) / np.pi
        X, Y = np.meshgrid(across + centre[0], across + (0 if raised else centre[1]), indexing="ij")
        flat = np.full(X.size, wall[0] - 0.03 if raised else 0.008)
        made.append(_sheet(glow, np.column_stack([X.ravel(), flat, Y.ravel()] if raised else [X.ravel(), Y.ravel(), flat])))
    return made


def _sheet(glow, points):
    """The light as an emissive sheet, seen by the camera and through glass. It lights nothing else."""
    size = len(glow)
    lit = glow.max(-1) > 1e-3
    lit = lit[:-1, :-1] | lit[1:, :-1] | lit[:-1, 1:] | lit[1:, 1:]
    i, j = np.nonzero(lit)
    k = i * size + j
    ob = add_mesh("pool of light", points, np.column_stack([k, k + size, k + size + 1, k + 1]), materials.added_light(), colours=glow.reshape(-1, 3))
    ob.visible_shadow = ob.visible_diffuse = False
    return ob


def shade(ob, share):
    """Let only `share` of the sun pass through this object's two sides. `pool` adds the rest."""
    copy = ob.copy()
    copy.data = ob.data.copy()
    copy.data.materials.clear()
    copy.data.materials.append(materials.screen(share**0.5))
    bpy.context.scene.collection.objects.link(copy)
    return light._only(copy, "shadow")
