"""Sunlight through glass and perfume, and where it falls on the table.

Cycles would need hours for it, so glass is clear to shadow rays there. Here the sun's rays are followed
through the real surfaces, and what they leave on the table is laid over it as a sheet that glows.
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
    """A mesh and what lies behind and before its faces: refractive indices, absorption behind per cm.

    `before` may be one number or one for each face. No indices: it stops light.
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
    """All bodies as one tree, and whose every face is."""
    points, normals, faces, owner = [], [], [], []
    for body in bodies:
        start = len(points)
        points += body.points
        normals += body.normals
        faces += [tuple(start + i for i in f) for f in body.faces]
        owner += [(body, i) for i in range(len(body.faces))]
    return BVHTree.FromPolygons(points, faces), points, normals, faces, owner


def _follow(start, way, scene, wall, events=14):
    """One ray → (where it meets z = 0 or the wall y = `wall`, what is left of it) after having met glass, or None."""
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
        if k < 0:  # total reflection: stays in the medium it is in
            way = (way + normal * (2 * cosine)).normalized()
        else:
            way = (way * eta + normal * (eta * cosine - k**0.5)).normalized()
            if body.sigma.any():
                sigma = body.sigma if entering else None
        at = place + way * 1e-4
    return None


def pool(bodies, ground, reach=16.0, rays=160000, seed=5, sun_from=light.SUN_FROM, sunlight=9.6, colour=SUN,
         lamp=None, wall=None, edge=None, soft=1.4):
    """Lay the light that comes through `bodies` on the table z = 0, whose colour is `ground`.

    A near `lamp` takes the sun's place: its position; `sunlight` is what it gives at the bodies' middle. `wall` is
    (y, colour) of a wall that catches the light too; the table begins at `edge`, (x, y). `soft` spreads it, in cells.
    """
    rng = np.random.default_rng(seed)
    scene = _gather(bodies)
    clear = np.array([p for b in bodies if not b.opaque for p in b.points])
    centre = clear.mean(0)
    size = light.LAMP_SIZE if lamp else light.SUN_SIZE
    lamp = np.array(lamp) if lamp else centre + light.SUN_DISTANCE * np.array(sun_from) / np.linalg.norm(sun_from)
    distance = np.linalg.norm(lamp - centre)
    sun = (lamp - centre) / distance
    if wall:  # What the shoulder throws above the body's own shadow would be smoke in the cap's.
        top = clear[:, 2].max() - max(0, (wall[0] - centre[1]) / -sun[1]) * sun[2]
    u = np.cross((0, 0, 1.0), sun)
    u /= np.linalg.norm(u)
    v = np.cross(sun, u)
    # The bodies as the lamp sees them, on a plane through their middle.
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
        # Rays begin close to the bodies: far numbers are coarse.
        hit = _follow(Vector(start + way * max(0, far - 40)), Vector(way), scene, wall and wall[0])
        if hit is None:
            continue
        (x, y, z), left = hit
        on_wall = wall is not None and z > 1e-4
        if on_wall and z > top:
            continue
        i, j = int((x - centre[0] + reach) / CELL), int((z if on_wall else y - centre[1]) / CELL + reach / CELL)
        if 0 <= i < cells and 0 <= j < cells and (on_wall or edge is None or (x > edge[0] and y > edge[1])):
            (upright if on_wall else floor)[i, j] += left * (distance / far) ** 3 * area / CELL**2
    across = (np.arange(cells) + 0.5) * CELL - reach
    border = np.clip(4 - 4 * np.abs(across) / reach, 0, 1)  # the sheet must not end at a line
    made = []
    for caught, albedo, raised in ((floor, ground, False), (upright, wall and wall[1], True)):
        if not caught.any():
            continue
        spread = 2 * soft if raised else soft  # the wall is further off
        glow = gaussian_filter(caught, (spread, spread, 0)) * (border[:, None] * border)[..., None]
        glow = glow * np.asarray(colour) * sunlight * np.asarray(albedo) / np.pi
        X, Y = np.meshgrid(across + centre[0], across + (0 if raised else centre[1]), indexing="ij")
        flat = np.full(X.size, wall[0] - 0.03 if raised else 0.008)
        made.append(_sheet(glow, np.column_stack([X.ravel(), flat, Y.ravel()] if raised else [X.ravel(), Y.ravel(), flat])))
    return made


def _sheet(glow, points):
    """The light as a sheet just over the table, seen by the camera and through glass; it lights nothing."""
    size = len(glow)
    lit = glow.max(-1) > 1e-3
    lit = lit[:-1, :-1] | lit[1:, :-1] | lit[:-1, 1:] | lit[1:, 1:]
    i, j = np.nonzero(lit)
    k = i * size + j
    ob = add_mesh("pool of light", points, np.column_stack([k, k + size, k + size + 1, k + 1]), materials.added_light(), colours=glow.reshape(-1, 3))
    ob.visible_shadow = ob.visible_diffuse = False
    return ob


def shade(ob, share):
    """Let only `share` of the sun through this object's two sides: the rest is in the pool."""
    copy = ob.copy()
    copy.data = ob.data.copy()
    copy.data.materials.clear()
    copy.data.materials.append(materials.screen(share**0.5))
    bpy.context.scene.collection.objects.link(copy)
    return light._only(copy, "shadow")
