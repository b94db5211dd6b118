"""The room: a plaster wall, travertine, a table. Surfaces are at z = 0 by default."""

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

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


def _noise(rng, u, v, along, across):
    """Noise at the points (u, v) with about these feature lengths, normally distributed with deviation 1."""
    step = along / 3, across / 3
    low = u.min() - along, v.min() - across
    size = [int((w.max() - o) / s) + 8 for w, o, s in zip((u, v), low, step)]
    hills = gaussian_filter(rng.standard_normal(size), 3.0)
    return map_coordinates(hills / hills.std(), [(w - o) / s for w, o, s in zip((u, v), low, step)], order=1, mode="nearest")


def _steep(value, limit, width):
    """Smoothstep from 0 at `limit` to 1 at `limit + width`."""
    t = np.clip((value - limit) / width, 0, 1)
    return t * t * (3 - 2 * t)


def _beds(rng, x, z):
    """How strongly the stone's beds favour pits at (x, z). Beds are uneven, slightly wavy layers."""
    favour = np.zeros_like(x)
    level = 0.1
    while level < 8:
        wander = z + level + 0.09 * _noise(rng, x, 0 * z + level, 2.6, 1.0)
        favour = np.maximum(favour, rng.uniform(0.2, 1.5) * np.exp(-((wander / rng.uniform(0.03, 0.11)) ** 2)))
        level += rng.lognormal(-1.1, 0.55)
    return favour


def _eaten(rng, x, z, level):
    """Pit depth at (x, z), in cm. `level` is 1 on a face across the beds, where pits are long, and 0 along them."""
    patch = _noise(rng, x, z, 1.7, 0.45 + 0.8 * (1 - level))
    favour = 0.75 * patch + (1.25 * _beds(rng, x, z) if level else 0.0)
    deep = np.zeros_like(x)
    for long, high, limit, depth in ((0.26, 0.055, 3.05, 0.22), (0.11, 0.035, 3.15, 0.13), (0.05, 0.022, 3.35, 0.07)):
        high = high + (1 - level) * (0.7 * long - high)
        hills = _noise(rng, x, z, long, high) + 0.35 * _noise(rng, x, z, 0.4 * long, 0.5 * high)
        deep = np.maximum(deep, depth * _steep(hills + favour, limit - 0.30 * (1 - level), 0.30))
    return deep


def ledge(left=-10.2, right=30.0, front=-5.0, back=7.8, height=12.0, seed=11):
    """A sawn travertine block with its top on z = 0. Its faces are flat, its edge is broken and slightly chipped,
    and its pits are real hollows that follow the beds."""
    rng = np.random.default_rng(seed)
    # Finer near the camera and towards the edge.
    below = np.concatenate([[height], np.arange(6.0, 3.5, -0.25), np.arange(3.5, 0.25, -0.022), np.arange(0.25, 0, -0.0125)])
    behind = np.concatenate([np.arange(0, 0.25, 0.0125), np.arange(0.25, back - front, 0.05)])
    near = max(left, -11.0)
    across = np.concatenate([np.arange(left, near, 0.3), np.arange(near, 11.0, 0.025), np.arange(11.0, right, 0.5)])
    rows, sawn = len(below) + len(behind), len(below)
    x = np.broadcast_to(across, (rows, len(across))).copy()
    y = np.broadcast_to(np.concatenate([np.zeros(sawn), behind])[:, None], x.shape).copy()
    z = np.broadcast_to(np.concatenate([-below, np.zeros(len(behind))])[:, None], x.shape).copy()
    eaten = np.zeros_like(x)
    seen = -below > -3.6
    part = np.r_[np.flatnonzero(seen)]
    eaten[part] = _eaten(rng, x[part], z[part], 1)
    y[part] += eaten[part]
    eaten[sawn:] = _eaten(rng, x[sawn:], y[sawn:], 0)
    z[sawn:] -= eaten[sawn:]
    # Cut the edge back to a slanting plane.
    chips = _noise(rng, across, 0 * across, 0.16, 1.0) + 0.8 * _noise(rng, across, 0 * across, 1.5, 1.0)
    cut = 0.055 + 0.008 * _noise(rng, across, 0 * across, 0.05, 1.0) + 0.075 * _steep(chips, 1.7, 1.6)
    ragged = cut * (1 + 0.22 * _steep(cut, 0.05, 0.05) * _noise(rng, x, y - z, 0.03, 0.03))
    short = np.maximum(0, ragged - (y - z)) / 2
    y, z = y + short, z - short
    # Break the left end's edge in the same way.
    first = np.maximum(0, 0.035 - (x - left) + z)
    z -= np.maximum(0, first * (np.arange(rows) >= sawn)[:, None])
    verts = np.stack([x, y + front, z], -1).reshape(-1, 3)
    columns = len(across)
    k = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    ob = new_object("ledge", verts, np.column_stack([k, k + 1, k + columns + 1, k + columns]), materials.travertine(carved=True))
    ob.data.attributes.new("eaten", "FLOAT", "POINT").data.foreach_set("value", eaten.ravel().astype(np.float32))
    end = [*verts[::columns], (left, back, 0), (left, back, -height)]
    new_object("ledge's end", end, [tuple(range(len(end)))[::-1]], materials.travertine(), smooth=False)
    return ob


def table(z=0.0, depth=60.0, front=-40.0):
    """A broad plaster table that runs to the wall."""
    ob = box("table", (260, depth, 4), (0, front + depth / 2, z - 4), materials.plaster((0.79, 0.72, 0.61), 0.6), bevel=0.3)
    return ob


def contact_shadow(half_width, half_depth, location=(0, 0, 0), rotation_z=0.0, strength=0.82, glow=(0.94, 0.86, 0.70)):
    """The contact shadow of the flacon, whose glass is transparent to shadow rays. A thin rounded sheet: dark where
    the glass touches the table, fading outward, with the perfume's colour (`glow`) in the middle.

    The camera and glass see it. Shadow and diffuse rays do not.
    """
    n = materials.Nodes("contact")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    under = n.add("ShaderNodeAttribute", attribute_name="under").outputs["Fac"]
    tint = n.ramp(fade, (0.0, (1, 1, 1)), (1.0, (1 - strength, 1 - strength * 1.02, 1 - strength * 1.04)))
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
