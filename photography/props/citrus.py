"""Lemons: the whole fruit with its oil glands, the halved fruit, drops of its juice."""
import math

import numpy as np

from .form import add_mesh, ball, fractal, grid_faces, lathe, noise
from .surface import Nodes, clear, kept

WIDE = 5.2  # a common lemon: 7 cm long


def _glands(points, count, seed):
    """Oil glands of the skin: depth (0-1 at a gland's heart) for points near a unit ball."""
    from scipy.spatial import cKDTree
    random = np.random.default_rng(seed)
    hearts, _ = ball(count)
    hearts = hearts + random.normal(0, 0.55 / math.sqrt(count), hearts.shape) * 1.7
    hearts /= np.linalg.norm(hearts, axis=1, keepdims=True)
    size = random.uniform(0.55, 1.25, count) * 1.55 / math.sqrt(count)
    strength = random.uniform(0.25, 1.0, count)
    distance, index = cKDTree(hearts).query(points, k=2)
    # Two nearest glands, so that neighbours melt into one another without a crease.
    dip = np.zeros(len(points))
    for k in range(2):
        dip = np.maximum(dip, strength[index[:, k]] * np.exp(-(distance[:, k] / size[index[:, k]]) ** 2 * 1.6))
    return dip


def _step(x):
    """0 to 1, softly."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def _body(direction, seed):
    """A lemon's figure, stem at -z: an egg drawn out at both ends, a nipple set off by a furrow, soft bulges."""
    z = direction[:, 2]
    around = np.arctan2(direction[:, 1], direction[:, 0])
    swell = 1 + 0.035 * fractal(direction * 1.2 + seed, seed, 3) + 0.014 * np.cos(around * 5 + seed) * (1 - z * z)
    radial = WIDE / 2 * swell * (1 - 0.10 * np.abs(z) ** 3)
    radial = radial * (1 - 0.10 * np.exp(-(((z - 0.955) / 0.022) ** 2)))
    x, y = direction[:, 0] * radial, direction[:, 1] * radial
    half = WIDE / 2 * 1.14
    up = z * half * swell + 0.62 * _step((z - 0.80) / 0.20) ** 2.2 * (1 + 0.10 * np.cos(around * 3 + 1))
    up = up - 0.26 * _step((-z - 0.82) / 0.18) + 0.10 * np.exp(-((1 + z) / 0.004))
    # No lemon is straight.
    return np.column_stack([x + 0.07 * np.maximum(z, 0) ** 4 * 2, y + 0.05 * z * z, up])


def _skin_colour(direction, dip, seed):
    """Ripe yellow, a breath of green at the ends; glands a tone deeper; a few faint scars."""
    z = direction[:, 2]
    warm, fresh, deep = np.array([0.78, 0.475, 0.026]), np.array([0.52, 0.42, 0.035]), np.array([0.66, 0.35, 0.014])
    patch = fractal(direction * 1.6 + 5, seed + 4, 4)
    green = np.clip(0.10 + 0.25 * patch + 0.45 * np.exp(-(1 - np.abs(z)) / 0.05), 0, 0.7)[:, None]
    colour = warm * (1 - green) + fresh * green
    colour = colour * (1 - 0.40 * dip[:, None]) + deep * 0.40 * dip[:, None]
    scar = np.clip((fractal(direction * 6 + 2, seed + 9, 4) - 0.42) * 4, 0, 1)[:, None] * 0.30
    return colour * (1 - scar) + np.array([0.52, 0.38, 0.15]) * scar


@kept
def skin():
    """Waxy rind: a sheen broken by the glands. No subsurface light: on skin this thick it only brings noise."""
    n = Nodes("Rind")
    colour = n.attribute("Col")
    fine = n.noise(n.mapped(), 16, 4, 0.6)
    return n.surface(n.principled(Base_Color=colour, Specular=0.5,
                                 Roughness=n.math("ADD", 0.27, n.math("MULTIPLY", fine, 0.16)),
                                 Normal=n.bump(fine, 0.10, 0.010)))


def whole(name="Lemon", seed=1, detail=300000, glands=5200):
    """A whole fruit, its middle at the origin, stem at -z, nipple at +z."""
    direction, triangles = ball(detail)
    dip = _glands(direction, glands, seed)
    point = _body(direction, seed)
    depth = 0.026 + 0.008 * noise(direction * 3, seed + 2)
    point -= direction * (dip * depth)[:, None]
    point += direction * (0.012 * noise(direction * 14, seed + 3))[:, None]
    return add_mesh(name, point, triangles, skin(), colours=_skin_colour(direction, dip, seed))


@kept
def flesh():
    """Pulp: wet, and lit from within."""
    n = Nodes("Pulp")
    colour = n.attribute("Col")
    wet = n.attribute("Col", "Alpha")
    fine = n.noise(n.mapped(), 26, 3)
    return n.surface(n.principled(Base_Color=colour, Subsurface=n.math("ADD", 0.10, n.math("MULTIPLY", wet, 0.35)),
                                 Subsurface_Radius=(0.40, 0.28, 0.06), Subsurface_Color=colour, Specular=0.5,
                                 Clearcoat=n.math("MULTIPLY", wet, 0.6), Clearcoat_Roughness=0.03,
                                 Roughness=n.math("SUBTRACT", 0.62, n.math("MULTIPLY", wet, 0.44)),
                                 Normal=n.bump(fine, 0.08, 0.01)))


def half(name="Half", seed=3, segments=9):
    """A lemon cut across: the face lies in z = 0 and looks to +z, the rest with its nipple hangs below it."""
    random = np.random.default_rng(seed)
    # The rind: the nipple's half, turned downward; what is above the cut is pressed onto its rim.
    direction, triangles = ball(240000)
    keep = direction[:, 2] > -0.012
    index = np.full(len(direction), -1)
    index[keep] = np.arange(keep.sum())
    faces = index[triangles]
    faces = faces[(faces >= 0).all(1)][:, ::-1]
    direction = direction[keep]
    dip = _glands(direction, 5200, seed)
    point = _body(direction, seed) - direction * (dip * 0.024)[:, None]
    point[:, 2] = -np.maximum(point[:, 2], 0.0)
    rind = add_mesh(name + " rind", point, faces, skin(), colours=_skin_colour(direction, dip, seed))

    # The cut face: polar grid. Rings are denser at the rim, where rind, pith and pulp meet within millimetres.
    around = np.linspace(0, 2 * math.pi, 1200, endpoint=False)
    s = np.concatenate([np.linspace(0.002, 0.80, 230), np.linspace(0.803, 1.0, 80)])
    edge_direction = np.stack([np.cos(around), np.sin(around), np.zeros_like(around)], -1)
    rim = np.linalg.norm(_body(edge_direction, seed)[:, :2], axis=1)
    S, A = np.meshgrid(s, around, indexing="ij")
    flat = np.stack([S * np.cos(A), S * np.sin(A), np.zeros_like(S)], -1).reshape(-1, 3)
    bent = A + 0.07 * fractal(flat * 2.0, seed + 1, 2).reshape(S.shape)

    # Segment walls stand at uneven angles; their distance in the plane decides wall, pulp or pith.
    walls = np.sort((np.arange(segments) + random.uniform(-0.22, 0.22, segments)) * 2 * math.pi / segments)
    gap = np.sort(np.abs((bent[..., None] - walls + math.pi) % (2 * math.pi) - math.pi), axis=-1)
    wall = gap[..., 0] * S                                    # distance to the nearest wall
    outer = 0.897 + 0.014 * noise(flat * 3 + 9, seed).reshape(S.shape)
    # A segment's outer end is an arch, not a corner.
    arch = outer - 0.060 * np.exp(-((wall / 0.075) ** 1.3))
    core = 0.060 + 0.03 * noise(flat * 6, seed + 2).reshape(S.shape)
    inside = np.minimum(np.minimum(arch - S, S - core), wall - 0.004)   # > 0 in pulp

    # Vesicles: sacs drawn out along the radius, from the rind inward, each cut open somewhere.
    from scipy.spatial import cKDTree
    count = 300
    heart = np.stack([np.sqrt(random.uniform(0.02, 0.80, count)), random.uniform(0, 2 * math.pi, count)], -1)

    def stretched(r, a):
        return np.stack([r * 1.45, np.cos(a) * 8.0 * r**0.5, np.sin(a) * 8.0 * r**0.5], -1)

    wob = 0.035 * fractal(flat * 6, seed + 5, 3).reshape(S.shape)
    near, number = cKDTree(stretched(heart[:, 0], heart[:, 1])).query(stretched(S + wob, A + 0.6 * wob).reshape(-1, 3), k=2)
    crease = ((near[:, 1] - near[:, 0]) / (near[:, 1] + near[:, 0] + 1e-9)).reshape(S.shape)
    swell = _step(crease * 1.6)
    tone = random.uniform(0, 1, count)[number[:, 0]].reshape(S.shape)
    lift = random.uniform(-1, 1, count)[number[:, 0]].reshape(S.shape)

    pulp = _step(inside / 0.016)
    height = pulp * (0.022 + (0.026 + 0.016 * lift) * swell) - 0.045 * (1 - np.clip(S / core, 0, 1))
    height += 0.020 * fractal(flat * 2.2, seed + 7, 2).reshape(S.shape)
    height += 0.003 * fractal(flat * 14, seed + 8, 2).reshape(S.shape) * pulp
    fade = np.clip((1 - S) / 0.03, 0, 1)
    height = height * fade - 0.02 * (1 - fade) ** 2
    point = np.stack([S * np.cos(A) * rim, S * np.sin(A) * rim, height * WIDE / 2 * 0.8], -1).reshape(-1, 3)

    deep, pale = np.array([0.50, 0.29, 0.015]), np.array([0.74, 0.53, 0.085])
    juice = deep + (pale - deep) * (0.25 + 0.55 * tone[..., None] * swell[..., None] + 0.15 * swell[..., None])
    skinlet = np.array([0.80, 0.63, 0.19])                    # the sacs' own skins
    juice = juice + (skinlet - juice) * (0.38 * (1 - _step(crease / 0.12)))[..., None]
    membrane = np.array([0.78, 0.68, 0.38])
    pith = np.array([0.80, 0.745, 0.585]) * (1 + 0.04 * fractal(flat * 9, seed + 6, 3).reshape(S.shape))[..., None]
    white = np.clip((S - arch) / 0.03, 0, 1)[..., None]
    between = membrane * (1 - white) + pith * white
    zest = np.array([0.78, 0.50, 0.035])
    rindness = np.clip((S - 0.945 - 0.008 * noise(flat * 24, seed).reshape(S.shape)) / 0.022, 0, 1)[..., None]
    between = between * (1 - rindness) + zest * rindness
    colour = juice * pulp[..., None] + between * (1 - pulp[..., None])
    damp = np.maximum(pulp, 0.25 * (1 - white[..., 0]))
    rgba = np.concatenate([colour, damp[..., None]], -1).reshape(-1, 4)

    rows, columns = S.shape
    faces = grid_faces(rows, columns, close_columns=True)[:, ::-1]
    return [rind, add_mesh(name + " face", point, faces, flesh(), colours=rgba)]


@kept
def juice():
    """Lemon juice, a little cloudy."""
    n = Nodes("Lemon juice")
    return n.surface(clear(n, 1.35, tint=(0.96, 0.92, 0.78), colour=(1.0, 0.975, 0.86)))


def drop(radius=0.35, seed=0):
    """A drop that has fallen on the table z = 0: round, its edge meeting the stone at a steep angle."""
    height = 0.52 * radius
    dome = [(radius * math.cos(a) ** 0.75, 0.02 + height * math.sin(a)) for a in np.linspace(0.05, math.pi / 2, 20)[:-1]]
    profile = [(0, 0.012), (radius * 0.95, 0.012), *dome, (0, 0.02 + height)]
    ob = lathe("Drop", profile, juice(), 72, flat_profile=True)
    for v in ob.data.vertices:
        a = math.atan2(v.co.y, v.co.x)
        grow = 1 + 0.09 * math.cos(2 * a + seed) + 0.05 * math.cos(3 * a + 2 * seed)
        v.co.x, v.co.y = v.co.x * grow, v.co.y * grow
    return ob
