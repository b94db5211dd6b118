"""Bergamots: the whole fruit with its oil glands, the halved fruit, stem and leaf."""
import math

import numpy as np

from .form import add_mesh, ball, fractal, grid_faces, noise, sheet, sweep
from .surface import Nodes, kept


def _glands(points, count, seed):
    """Oil glands of the skin: depth (0-1 at a gland's heart) and size, for points near a unit ball."""
    from scipy.spatial import cKDTree
    random = np.random.default_rng(seed)
    hearts, _ = ball(count)
    hearts = hearts + random.normal(0, 0.55 / math.sqrt(count), hearts.shape) * 1.7
    hearts /= np.linalg.norm(hearts, axis=1, keepdims=True)
    size = random.uniform(0.55, 1.25, count) * 1.55 / math.sqrt(count)
    strength = random.uniform(0.35, 1.0, count)
    distance, index = cKDTree(hearts).query(points, k=2)
    # Two nearest glands, so that neighbours melt into one another without a crease.
    dip = np.zeros(len(points))
    for k in range(2):
        dip = np.maximum(dip, strength[index[:, k]] * np.exp(-(distance[:, k] / size[index[:, k]]) ** 2 * 1.6))
    return dip


def _body(direction, radius, seed):
    """The bergamot's figure: a ball a little taller than wide, a neck at the stem, a short nipple, soft bulges."""
    z = direction[:, 2]
    around = np.arctan2(direction[:, 1], direction[:, 0])
    r = 1 + 0.030 * fractal(direction * 1.3 + seed, seed, 3)
    r += 0.012 * np.cos(around * 5 + seed) * np.clip(1 - np.abs(z), 0, 1)
    r += 0.10 * np.exp(-((1 - z) / 0.045) ** 1.2)              # the nipple, opposite the stem
    r -= 0.035 * np.exp(-((1 - z - 0.10) / 0.05) ** 2)         # the furrow that sets it off
    r += 0.045 * np.exp(-((1 + z) / 0.25)) - 0.075 * np.exp(-((1 + z) / 0.018))  # the neck and the stem's hollow
    point = direction * (r * radius)[:, None]
    point[:, 2] *= 1.06
    return point


def _skin_colour(direction, dip, seed, ripe):
    """Warm yellow with a green breath at the neck; glands a tone deeper; a few faint scars."""
    z = direction[:, 2]
    warm, fresh, deep = np.array([0.77, 0.465, 0.050]), np.array([0.25, 0.32, 0.045]), np.array([0.58, 0.31, 0.022])
    patch = fractal(direction * 1.6 + 5, seed + 4, 4)
    green = np.clip((0.38 - ripe) + 0.40 * patch + 0.55 * np.exp(-(1 + z) * 2.4), 0, 0.80)[:, None]
    colour = warm * (1 - green) + fresh * green
    colour = colour * (1 - 0.42 * dip[:, None]) + deep * 0.42 * dip[:, None]
    scar = np.clip((fractal(direction * 7 + 2, seed + 9, 4) - 0.36) * 5, 0, 1)[:, None] * 0.35
    return colour * (1 - scar) + np.array([0.50, 0.36, 0.14]) * scar


@kept
def skin():
    """Waxy rind: a sheen broken by the glands. No subsurface light: on skin this thick it only brings noise."""
    n = Nodes("Rind")
    colour = n.attribute("Col")
    fine = n.noise(n.mapped(), 16, 4, 0.6)
    return n.surface(n.principled(Base_Color=colour, Specular=0.55,
                                 Roughness=n.math("ADD", 0.22, n.math("MULTIPLY", fine, 0.14)),
                                 Normal=n.bump(fine, 0.12, 0.012)))


def whole(name="Bergamot", radius=3.0, seed=1, ripe=0.30, detail=260000, glands=5600):
    """A whole fruit, centre at the origin, stem at -z."""
    direction, triangles = ball(detail)
    dip = _glands(direction, glands, seed)
    point = _body(direction, radius, seed)
    # Glands are pits between softly raised skin; on the neck they are shallower.
    depth = 0.034 + 0.010 * noise(direction * 3, seed + 2)
    point -= direction * (dip * depth)[:, None]
    point += direction * (0.010 * noise(direction * 22, seed + 3))[:, None]
    return add_mesh(name, point, triangles, skin(), colours=_skin_colour(direction, dip, seed, ripe))


@kept
def stem_wood():
    n = Nodes("Stem")
    grain = n.noise(n.mapped((3, 3, 1)), 5, 4)
    return n.surface(n.principled(Base_Color=n.ramp(grain, [(0.3, (0.10, 0.085, 0.03)), (0.7, (0.24, 0.20, 0.08))]),
                                 Roughness=0.7, Normal=n.bump(grain, 0.6, 0.03)))


def stem(name="Stem", length=0.7, seed=0):
    """The cut stalk and its calyx, growing along -z from the origin."""
    z = np.linspace(0.06, -length, 14)
    path = np.stack([0.05 * np.sin(z * 3 + seed), 0.04 * np.cos(z * 4), z], -1)
    angle = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    radius = 0.14 + 0.20 * np.exp(-((z - 0.06) / 0.10) ** 2) + 0.03 * (z < -length + 0.05)
    lobes = 1 + 0.22 * np.cos(angle * 5)[None, :] * np.exp(-((z - 0.06) / 0.10) ** 2)[:, None]
    return sweep(name, path, ring[None] * (radius[:, None] * lobes)[..., None], stem_wood())


@kept
def flesh():
    """Pulp: wet, and lit from within."""
    n = Nodes("Pulp")
    colour = n.attribute("Col")
    wet = n.attribute("Col", "Alpha")
    fine = n.noise(n.mapped(), 20, 3)
    return n.surface(n.principled(Base_Color=colour, Subsurface=0.25, Subsurface_Radius=(0.45, 0.30, 0.08),
                                 Subsurface_Color=colour, Specular=0.5,
                                 Roughness=n.math("SUBTRACT", 0.62, n.math("MULTIPLY", wet, 0.46)),
                                 Normal=n.bump(fine, 0.10, 0.01)))


def half(name="Half", radius=2.9, seed=3, segments=10, ripe=0.30):
    """A fruit cut across: the face lies in z = 0 and looks to +z, the rind hangs below it."""
    random = np.random.default_rng(seed)
    # The rind: the lower half of a whole fruit, cut by pressing all that is above the cut onto its rim.
    direction, triangles = ball(200000)
    direction[:, 2] *= -1                                    # stem at the hidden end would be hollow: show the neck
    triangles = triangles[:, ::-1]
    keep = direction[:, 2] < 0.012
    index = np.full(len(direction), -1)
    index[keep] = np.arange(keep.sum())
    faces = index[triangles]
    faces = faces[(faces >= 0).all(1)]
    direction = direction[keep]
    dip = _glands(direction, 5600, seed)
    point = _body(direction, radius, seed) - direction * (dip * 0.032)[:, None]
    point[:, 2] = np.minimum(point[:, 2], 0.0)
    rind = add_mesh(name + " rind", point, faces, skin(), colours=_skin_colour(direction, dip, seed, ripe))

    # The cut face: polar grid. Rings are denser at the rim, where rind, pith and pulp meet within millimetres.
    around = np.linspace(0, 2 * math.pi, 900, endpoint=False)
    s = np.concatenate([np.linspace(0.002, 0.80, 190), np.linspace(0.803, 1.0, 70)])
    edge_direction = np.stack([np.cos(around), np.sin(around), np.zeros_like(around)], -1)
    rim = np.linalg.norm(_body(edge_direction, radius, seed), axis=1)
    S, A = np.meshgrid(s, around, indexing="ij")
    flat = np.stack([S * np.cos(A), S * np.sin(A), np.zeros_like(S)], -1).reshape(-1, 3)
    bent = A + 0.05 * fractal(flat * 2.5, seed + 1, 2).reshape(S.shape)

    # Segment walls stand at uneven angles; their distance in the plane decides wall, pulp or pith.
    walls = np.sort((np.arange(segments) + random.uniform(-0.20, 0.20, segments)) * 2 * math.pi / segments)
    gap = np.abs((bent[..., None] - walls + math.pi) % (2 * math.pi) - math.pi)
    order = np.sort(gap, axis=-1)
    wall = order[..., 0] * S                                  # distance to the nearest wall
    outer = 0.875 + 0.012 * noise(flat * 3 + 9, seed).reshape(S.shape)
    # A segment's outer end is an arch, not a corner.
    arch = outer - 0.055 * np.exp(-(wall / 0.065) ** 1.3)
    core = 0.075 + 0.02 * noise(flat * 6, seed + 2).reshape(S.shape)
    inside = np.minimum(np.minimum(arch - S, S - core), wall - 0.011)   # > 0 in pulp

    # Vesicles: drops drawn out along the radius.
    from scipy.spatial import cKDTree
    # Cells keep their angle, not their width: they narrow towards the heart, as the real ones do.
    heart = np.stack([random.uniform(0.02, 0.95, 620), random.uniform(0, 2 * math.pi, 620)], -1)

    def stretched(r, a):
        return np.stack([r * 3.6, np.cos(a) * 11.0, np.sin(a) * 11.0], -1)

    wob = 0.030 * fractal(flat * 7, seed + 5, 3).reshape(S.shape)
    near, number = cKDTree(stretched(heart[:, 0], heart[:, 1])).query(
        stretched(S + 2 * wob, A + wob).reshape(-1, 3), k=2)
    crease = ((near[:, 1] - near[:, 0]) / (near[:, 1] + near[:, 0] + 1e-9)).reshape(S.shape)
    swell = np.clip(crease * 2.2, 0, 1)
    swell = swell * swell * (3 - 2 * swell)
    tone = random.uniform(0, 1, len(heart))[number[:, 0]].reshape(S.shape)

    pulp = np.clip(inside / 0.022, 0, 1)
    pulp = pulp * pulp * (3 - 2 * pulp)
    height = 0.030 * pulp * (0.62 + 0.38 * swell) - 0.035 * (1 - np.clip(S / core, 0, 1)) * 1.0
    height += 0.018 * fractal(flat * 2.2, seed + 7, 2).reshape(S.shape)
    fade = np.clip((1 - S) / 0.03, 0, 1)
    height = height * fade - 0.02 * (1 - fade) ** 2
    point = np.stack([S * np.cos(A) * rim, S * np.sin(A) * rim, height * radius * 0.55], -1).reshape(-1, 3)

    juice = np.array([0.80, 0.62, 0.14]) * (0.78 + 0.22 * tone[..., None]) + np.array([0.08, 0.10, 0.02]) * tone[..., None]
    juice = juice * (0.90 + 0.10 * swell[..., None])
    membrane = np.array([0.86, 0.78, 0.48])
    pith = np.array([0.88, 0.84, 0.68])
    white = np.clip((S - arch) / 0.03, 0, 1)[..., None]
    between = membrane * (1 - white) + pith * white
    zest = np.array([0.72, 0.47, 0.05])
    rindness = np.clip((S - 0.952 - 0.006 * noise(flat * 30, seed).reshape(S.shape)) / 0.014, 0, 1)[..., None]
    between = between * (1 - rindness) + zest * rindness
    colour = juice * pulp[..., None] + between * (1 - pulp[..., None])
    rgba = np.concatenate([colour, pulp[..., None]], -1).reshape(-1, 4)

    rows, columns = S.shape
    faces = grid_faces(rows, columns, close_columns=True)[:, ::-1]
    face = add_mesh(name + " face", point, faces, flesh(), colours=rgba)
    return [rind, face]


@kept
def leaf_green():
    """Leaf: dark wax above, paler under, light passing through."""
    n = Nodes("Leaf")
    colour = n.attribute("Col")
    fine = n.noise(n.mapped(), 12, 4)
    wax = n.principled(Base_Color=colour, Specular=0.45, Normal=n.bump(fine, 0.10, 0.01),
                       Roughness=n.math("ADD", 0.30, n.math("MULTIPLY", fine, 0.15)))
    through = n.add("ShaderNodeBsdfTranslucent", Color=n.mix_colour(1.0, colour, (1.6, 1.7, 0.5), "MULTIPLY"))
    return n.surface(n.mix(0.16, wax, through))


def leaf(name="Leaf", length=6.0, width=2.7, curl=0.35, fold=0.35, twist=0.2, seed=0):
    """A citrus leaf along +x from the origin, upper side to +z, with midrib and veins in relief."""
    u = np.linspace(0, 1, 150)
    v = np.linspace(-1, 1, 81)
    U, V = np.meshgrid(u, v, indexing="ij")
    outline = np.sin(math.pi * np.clip(U, 0, 1) ** 0.88) ** 0.80 * (1 - 0.30 * U) * 1.16
    outline = np.maximum(outline, 0.022)
    edge = 1 + 0.012 * np.sin(U * 60 + seed) * np.abs(V) ** 6
    y = V * outline * edge * width / 2
    x = U * length
    flat = np.stack([U * 6, V * 2, np.full_like(U, seed)], -1).reshape(-1, 3)
    # Side veins run forward from the midrib.
    phase = (U * 10.5 - np.abs(V) * 1.35 * outline + 0.5 * (V > 0))
    vein = np.exp(-((phase - np.round(phase)) / 0.085) ** 2) * np.clip(1.1 - np.abs(V), 0, 1) ** 0.6
    rib = np.exp(-(y / 0.05) ** 2)
    z = -0.030 * rib - 0.016 * vein * (1 - rib) + 0.05 * noise(flat, seed).reshape(U.shape) * np.abs(V)
    z += fold * np.abs(y) ** 1.25 * 0.55
    z += 0.06 * np.sin(U * 9 + seed + (V > 0) * 1.4) * V ** 2
    bend = curl * U
    turn = twist * U
    y2, z2 = y * np.cos(turn) - z * np.sin(turn), y * np.sin(turn) + z * np.cos(turn)
    along = np.cumsum(np.gradient(x[:, 0]) * np.cos(bend[:, 0] * 2))
    drop = np.cumsum(np.gradient(x[:, 0]) * -np.sin(bend[:, 0] * 2))
    px = along[:, None] + z2 * np.sin(bend * 2)
    pz = drop[:, None] + z2 * np.cos(bend * 2)
    deep, light, line = np.array([0.020, 0.042, 0.013]), np.array([0.046, 0.078, 0.024]), np.array([0.12, 0.16, 0.06])
    t = (0.5 + 0.5 * fractal(flat * 0.7, seed + 1, 3).reshape(U.shape))[..., None]
    colour = deep * (1 - t) + light * t
    m = np.clip(0.75 * rib + 0.30 * vein, 0, 1)[..., None]
    colour = colour * (1 - m) + line * m
    return sheet(name, np.stack([px, y2, pz], -1), leaf_green(), 0.035, colours=colour.reshape(-1, 3))
