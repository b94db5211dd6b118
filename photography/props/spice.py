"""Vanilla pods and split sandalwood."""
import math

import numpy as np

from .form import add_mesh, fractal, grid_faces, noise, sweep
from .surface import Nodes, kept


@kept
def pod_skin():
    """Cured vanilla: oily, near-black brown, with lengthwise wrinkles."""
    n = Nodes("Vanilla")
    cloud = n.noise(n.mapped((1, 1, 1)), 2.2, 5)
    fine = n.noise(n.mapped((1, 1, 1)), 18, 4)
    colour = n.ramp(cloud, [(0.30, (0.012, 0.006, 0.004)), (0.62, (0.034, 0.016, 0.009)), (0.85, (0.060, 0.030, 0.016))])
    return n.surface(n.principled(Base_Color=colour, Specular=0.5,
                                 Roughness=n.math("ADD", 0.20, n.math("MULTIPLY", fine, 0.22)),
                                 Normal=n.bump(fine, 0.22, 0.02)))


def pod(name="Vanilla", length=14.0, bend=0.35, width=0.34, seed=0):
    """A pod along x, lying on z = 0, its hooked stem end at +x. `bend` is its sideways bow."""
    t = np.linspace(0, 1, 260)
    x = (t - 0.5) * length
    y = bend * length * 0.22 * (1 - (2 * t - 1) ** 2) + 0.10 * np.sin(t * 9 + seed)
    hook = np.clip((t - 0.94) / 0.06, 0, 1)
    y = y + hook ** 2 * 0.55
    radius = width * (np.clip(t / 0.10, 0, 1) ** 0.55 * 0.78 + 0.22) * (1 - 0.52 * np.clip((t - 0.80) / 0.16, 0, 1) ** 1.3)
    radius *= 1 + 0.07 * noise(np.stack([t * 9, 0 * t, 0 * t + seed], -1), seed)
    radius[0] *= 0.3
    flat = 0.72 + 0.08 * np.sin(t * 5 + seed)
    angle = np.linspace(0, 2 * math.pi, 64, endpoint=False)
    T, A = np.meshgrid(t, angle, indexing="ij")
    turn = A + 0.5 * np.sin(T * 5 + seed)
    lines = np.stack([np.cos(turn) * 3.2, np.sin(turn) * 3.2, T * length * 0.35], -1).reshape(-1, 3)
    wrinkle = 1 - 0.26 * np.abs(fractal(lines + seed, seed + 3, 3).reshape(T.shape)) \
        - 0.09 * np.abs(noise(lines * 3.1, seed + 4).reshape(T.shape))
    R = radius[:, None] * wrinkle
    section = np.stack([R * np.cos(A), R * np.sin(A) * flat[:, None]], -1)
    z = radius * flat * 0.93 + 0.015 + 0.16 * np.clip(t - 0.86, 0, 1) ** 1.0
    return sweep(name, np.stack([x, y, z], -1), section, pod_skin())


@kept
def sandalwood():
    """Split sandalwood: straight pale-brown grain along x, darker rings, silk where it split."""
    n = Nodes("Sandalwood")
    info = n.add("ShaderNodeObjectInfo").outputs["Random"]
    own = n.add("ShaderNodeVectorMath", operation="ADD", _0=n.mapped((0.10, 1.3, 1.3)),
                _1=n.add("ShaderNodeCombineXYZ", X=n.math("MULTIPLY", info, 37.0), Y=n.math("MULTIPLY", info, 11.0)).outputs[0]).outputs[0]
    ring = n.noise(own, 2.6, 3, 0.5, 0.25)
    band = n.math("FRACT", n.math("MULTIPLY", ring, 7.0))
    own2 = n.add("ShaderNodeVectorMath", operation="MULTIPLY", _0=own, _1=(3.0, 9.0, 9.0)).outputs[0]
    fibre = n.noise(own2, 2.0, 5, 0.65)
    mix = n.math("ADD", n.math("MULTIPLY", band, 0.42), n.math("MULTIPLY", fibre, 0.58))
    colour = n.ramp(mix, [(0.18, (0.120, 0.060, 0.030)), (0.45, (0.245, 0.138, 0.076)), (0.75, (0.38, 0.238, 0.138))])
    return n.surface(n.principled(Base_Color=colour, Roughness=0.62, Specular=0.25,
                                 Normal=n.bump(n.math("ADD", fibre, n.math("MULTIPLY", band, 0.3)), 0.42, 0.035)))


def stick(name="Sandalwood", size=(7.0, 0.95, 0.75), seed=0):
    """A split stick along x, standing flat on z = 0: ridged along the grain, ends sawn or torn, soft edges.

    Its underside and top stay level within 0.3 mm, so that one stick truly rests on another.
    """
    length, width, tall = size
    rows, around = 110, 120
    # A squared section whose corners were knocked off unevenly.
    a = np.linspace(0, 2 * math.pi, around, endpoint=False)
    power = 9.0
    r = (np.abs(np.cos(a)) ** power + np.abs(np.sin(a)) ** power) ** (-1 / power)
    t = np.linspace(-0.5, 0.5, rows)
    T, A = np.meshgrid(t, a, indexing="ij")
    y, z = r * np.cos(a), r * np.sin(a)
    flatness = np.clip(1 - np.abs(np.sin(A)) ** 4, 0.0, 1)                      # 1 on the sides, 0 on top and bottom
    ridge = fractal(np.stack([y[None] * 5 + 0 * T, z[None] * 5 + 0 * T, T * 1.2 + seed], -1).reshape(-1, 3), seed, 4).reshape(T.shape)
    fine = noise(np.stack([y[None] * 22 + 0 * T, z[None] * 22 + 0 * T, T * 3 + seed], -1).reshape(-1, 3), seed + 1).reshape(T.shape)
    lean = 0.06 * np.sin(t * 2.2 + seed)[:, None]
    Y = (y[None] * (1 + 0.16 * ridge * flatness + 0.02 * fine) + lean) * width / 2
    Z = z[None] * (1 + 0.020 * ridge * (1 - flatness) - 0.012 * np.abs(fine)) * tall / 2
    # Ends: rounded over the last millimetre, cut a little askew and torn along the fibre.
    tear_ = 0.10 * noise(np.stack([y * 9, z * 9, 0 * y + seed], -1), seed + 2)[None] + 0.10 * y[None] * math.sin(seed * 2.3 + 1)
    X = T * length + np.sign(T) * np.clip(np.abs(T) - 0.46, 0, 1) / 0.04 * tear_
    points = np.stack([X, Y, Z + tall / 2], -1)
    vertices = points.reshape(-1, 3)
    faces = [tuple(f) for f in grid_faces(rows, around, close_columns=True)]
    # Each end closes with shrinking rings, which keep the edge round and let the end grain be rough.
    total = [vertices]
    count = len(vertices)
    random = np.random.default_rng(seed)
    for row, sign in ((0, -1), (rows - 1, 1)):
        ring, previous = points[row], np.arange(row * around, row * around + around)
        middle = ring.mean(0)
        for k, (shrink, out) in enumerate(((0.94, 0.045), (0.86, 0.055), (0.6, 0.06), (0.3, 0.06), (0.04, 0.06))):
            new = middle + (ring - middle) * shrink
            new[:, 0] = ring[:, 0] * min(1, shrink + 0.1) + middle[0] * (1 - min(1, shrink + 0.1)) + sign * (out + 0.02 * random.normal(size=around) * (k > 0))
            total.append(new)
            index = np.arange(count, count + around)
            quads = np.stack([previous, np.roll(previous, -1), np.roll(index, -1), index], -1)
            faces += [tuple(q) for q in (quads if sign > 0 else quads[:, ::-1])]
            previous, count = index, count + around
        faces.append(tuple(previous) if sign > 0 else tuple(previous[::-1]))
    vertices = np.concatenate(total)
    vertices[:, 2] -= vertices[:, 2].min()
    return add_mesh(name, vertices, faces, sandalwood())
