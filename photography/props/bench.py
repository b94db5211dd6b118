"""What lies and stands on the bench: the oak top itself, a brass balance, blotters, a notebook, a pencil."""
import math

import numpy as np

from .form import add_mesh, block, grid_faces, lathe, noise, place, sheet, sweep, wire
from .surface import Nodes, brass, kept


@kept
def oak(tone=1.0):
    """Oiled oak, grain along x, worn where hands go."""
    n = Nodes("Oak")
    k = lambda c: tuple(v * tone for v in c)
    info = n.add("ShaderNodeObjectInfo").outputs["Random"]
    own = n.add("ShaderNodeCombineXYZ", X=n.math("MULTIPLY", info, 91.0), Z=n.math("MULTIPLY", info, 37.0)).outputs[0]

    def along(x, y, z):  # every plank from another place in the log
        return n.add("ShaderNodeVectorMath", operation="ADD", _0=n.mapped((x, y, z)), _1=own).outputs[0]

    # Cathedral figure: rings of a leaning log, cut flat.
    slow = n.noise(along(0.016, 0.16, 0.16), 1.0, 2, 0.45, 0.35)
    ring = n.math("FRACT", n.math("MULTIPLY", slow, 13.0))
    ring = n.math("POWER", ring, 2.2)
    fibre = n.noise(along(0.055, 3.4, 3.4), 1.6, 5, 0.62)
    hair = n.noise(along(0.10, 11.0, 11.0), 2.0, 3, 0.6)
    pore = n.noise(along(0.42, 8.0, 8.0), 2.2, 1, 0.5)
    pores = n.ramp(pore, [(0.285, 1.0), (0.325, 0.0)])
    mix = n.math("ADD", n.math("ADD", n.math("MULTIPLY", n.math("SUBTRACT", 1.0, ring), 0.30), n.math("MULTIPLY", fibre, 0.45)), n.math("MULTIPLY", hair, 0.25))
    colour = n.ramp(mix, [(0.24, k((0.088, 0.058, 0.038))), (0.50, k((0.165, 0.114, 0.076))), (0.76, k((0.255, 0.188, 0.132)))])
    colour = n.mix_colour(n.math("MULTIPLY", pores, 0.6), colour, k((0.055, 0.034, 0.021)))
    wear = n.noise(n.mapped(), 0.16, 5, 0.6)
    height = n.math("SUBTRACT", n.math("ADD", n.math("MULTIPLY", fibre, 0.4), n.math("MULTIPLY", hair, 0.3)), n.math("MULTIPLY", pores, 0.8))
    return n.surface(n.principled(Base_Color=colour, Specular=0.28, Roughness=n.math("ADD", 0.50, n.math("MULTIPLY", wear, 0.25)),
                                 Normal=n.bump(height, 0.28, 0.03)))


def plank(name, size, location, tone=1.0):
    """One board of the bench; its top at `location`."""
    x, y, z = location
    return place(block(name, size, oak(tone), bevel=0.07, steps=3), (x, y, z - size[2]))


def balance(name="Balance", tall=14.0, arm=6.4, tilt=2.5, load=()):
    """A small beam balance of brass: turned foot and column, tapered beam, two pans on three wires each.

    `load` are things, built about the origin, that go onto the right pan.
    """
    metal = brass()
    things = [
        lathe(name + " foot", [(0, 0), (3.4, 0, 0.08), (3.5, 0.18, 0.10), (3.5, 0.5, 0.14), (3.1, 0.62, 0.10), (2.7, 0.72, 0.2), (1.1, 1.05, 0.5),
                               (0.62, 1.5, 0.3), (0.55, 1.9, 0.1), (0.78, 2.0, 0.08), (0.78, 2.2, 0.08), (0.50, 2.3, 0.1), (0.38, 3.2, 0.4), (0.34, tall - 2.4, 0.2),
                               (0.56, tall - 2.2, 0.08), (0.56, tall - 2.0, 0.08), (0.36, tall - 1.9, 0.1), (0.30, tall - 0.45, 0.1), (0.42, tall - 0.35, 0.06),
                               (0.42, tall - 0.18, 0.06), (0.24, tall - 0.1, 0.04), (0.24, tall + 0.35, 0.05), (0.34, tall + 0.45, 0.08), (0.30, tall + 0.75, 0.14), (0, tall + 0.85)], metal, 96),
    ]
    # The beam: two tapering arms of one flat bar, cut away below like a bow.
    s = np.linspace(-1, 1, 61)
    deep = 0.16 + 0.34 * (1 - np.abs(s)) ** 1.5
    thick = np.full_like(s, 0.14)
    corner = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], float)
    soft = []
    for c in corner:  # four rounded corners
        a0 = math.atan2(c[1], c[0])
        soft += [(c[0] * 0.8 + 0.2 * math.cos(a0 + d) * 1.3, c[1] * 0.8 + 0.2 * math.sin(a0 + d) * 1.3) for d in (-0.6, -0.2, 0.2, 0.6)]
    soft = np.array(soft)
    section = np.stack([soft[None, :, 0] * thick[:, None], soft[None, :, 1] * deep[:, None]], -1)
    path = np.stack([s * arm, np.zeros_like(s), 0.10 - 0.10 * s ** 2], -1)
    beam = [sweep(name + " beam", path, section, metal)]
    beam.append(place(lathe(name + " pivot", [(0, -0.42), (0.20, -0.42, 0.04), (0.20, 0.42, 0.04), (0, 0.42)], metal, 48), (0, 0, 0), (90, 0, 0)))
    beam.append(lathe(name + " pointer", [(0, -3.6), (0.03, -3.5, 0.01), (0.075, -0.3, 0.02), (0.075, 0, 0)], metal, 24))
    place(beam, rotation=(0, tilt, 0))
    front = -0.50
    place(beam, (0, front, tall - 1.1))
    things += beam
    # Axle that carries the beam before the column.
    things.append(place(lathe(name + " axle", [(0, 0), (0.11, 0, 0.02), (0.11, 0.6, 0.02), (0, 0.6)], metal, 32), (0, front + 0.6, tall - 1.1), (90, 0, 0)))
    for side in (-1, 1):
        a = math.radians(tilt)
        x, z = side * arm * 0.985 * math.cos(a), tall - 1.1 - side * arm * 0.985 * math.sin(a)
        at = np.array([x, front, z])
        circle = np.linspace(0, 2 * math.pi, 33)
        things.append(wire(f"{name} ring {side}", np.stack([x + 0 * circle, front + 0.27 * np.sin(circle), z - 0.19 + 0.27 * np.cos(circle)], -1), 0.035, metal, 10))
        hang = 6.3
        pan = lathe(f"{name} pan {side}", [(0, 0), (1.0, 0.02, 0.3), (1.75, 0.28, 0.4), (2.15, 0.62, 0.1), (2.28, 0.66, 0.04), (2.28, 0.72, 0.03), (2.10, 0.70, 0.06),
                                           (1.70, 0.36, 0.4), (0.98, 0.10, 0.3), (0, 0.08)], metal, 96)
        place(pan, (x, front, z - 0.42 - hang))
        things.append(pan)
        if side > 0 and load:
            things += place(list(load), (x, front, z - 0.42 - hang + 0.09))
        for k in range(3):
            b = math.radians(90 + 120 * k + 17 * side)
            end = np.array([x + 2.2 * math.cos(b), front + 2.2 * math.sin(b), z - 0.42 - hang + 0.69])
            start = at + (0, 0, -0.44)
            t = np.linspace(0, 1, 7)[:, None]
            things.append(wire(f"{name} wire {side}{k}", start + (end - start) * t, 0.022, metal, 8))
        things.append(lathe(f"{name} knot {side}", [(0, -0.07), (0.07, -0.03, 0.03), (0.07, 0.03, 0.03), (0, 0.07)], metal, 24))
        place(things[-1], (x, front, z - 0.45))
    return things


def weight(name="Weight", radius=0.55, tall=1.0):
    """A brass weight with its knob."""
    return lathe(name, [(0, 0), (radius, 0, 0.05), (radius, tall, 0.06), (radius * 0.45, tall, 0.05), (radius * 0.28, tall + 0.14, 0.06), (radius * 0.30, tall + 0.2, 0.05),
                        (radius * 0.52, tall + 0.34, 0.1), (radius * 0.48, tall + 0.52, 0.12), (0, tall + 0.58)], brass(), 72)


@kept
def blotter_paper():
    """Blotting paper, one end still a shade darker where it was dipped."""
    n = Nodes("Blotter")
    uv = n.add("ShaderNodeSeparateXYZ", Vector=n.attribute("Sheet", "Vector"))
    fibre = n.noise(n.mapped(), 26, 5, 0.65)
    edge = n.math("ADD", uv.outputs[0], n.math("MULTIPLY", fibre, 0.05))
    dipped = n.math("MULTIPLY", n.ramp(edge, [(0.90, 0.0), (0.93, 1.0)]), 0.55)
    white = n.mix_colour(n.math("MULTIPLY", fibre, 0.3), (0.84, 0.81, 0.745), (0.76, 0.72, 0.64))
    tone = n.mix_colour(dipped, white, (0.66, 0.52, 0.30))
    body = n.principled(Base_Color=tone, Roughness=0.85, Specular=0.15, Normal=n.bump(fibre, 0.2, 0.006))
    through = n.add("ShaderNodeBsdfTranslucent", Color=(0.80, 0.72, 0.56))
    return n.surface(n.mix(0.16, body, through))


def strip(name="Mouillette", length=12.0, width=0.72, bow=0.25):
    """A blotter strip standing along +z from the origin, facing -y, with a tapered dipping end on top."""
    t, v = np.linspace(0, 1, 60), np.linspace(-1, 1, 9)
    T, V = np.meshgrid(t, v, indexing="ij")
    taper = 1 - 0.42 * np.clip((T - 0.86) / 0.14, 0, 1) ** 1.6
    x = V * width / 2 * taper
    angle = bow * t ** 1.6
    z = np.cumsum(np.cos(angle)) * length / len(t)
    y = np.cumsum(np.sin(angle)) * length / len(t)
    points = np.stack([x, np.repeat(y[:, None], len(v), 1) + 0.02 * V ** 2, np.repeat(z[:, None], len(v), 1)], -1)
    return sheet(name, points, blotter_paper(), 0.035, uv=np.stack([T, V], -1))


def blotters(name="Blotters", count=5, spread=19.0, seed=4):
    """A fan of strips in a brass holder: two plates on a foot, the strips between them one behind the other."""
    random = np.random.default_rng(seed)
    metal = brass()
    things = [block(name + " foot", (3.6, 2.4, 0.35), metal, 0.08)]
    gap = 0.50
    for side in (-1, 1):
        plate = block(f"{name} plate {side}", (2.4, 0.22, 1.5), metal, 0.06)
        things.append(place(plate, (0, side * (gap / 2 + 0.11), 0.33)))
    for k in range(count):
        share = (k - (count - 1) / 2) / ((count - 1) / 2)
        one = strip(f"{name} strip {k}", random.uniform(11.2, 12.4), 0.72, random.uniform(-0.16, 0.22))
        # They fan about a point under the slit, each in its own plane, so none passes through another.
        place(one, (0, (k - (count - 1) / 2) * 0.085, 0.42), (0, share * spread + random.uniform(-1.5, 1.5), 0))
        things.append(one)
    return things


@kept
def page():
    """Laid notebook paper, faintly ruled."""
    n = Nodes("Page")
    uv = n.add("ShaderNodeSeparateXYZ", Vector=n.attribute("Sheet", "Vector"))
    fibre = n.noise(n.mapped(), 20, 5, 0.65)
    line = n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("DIVIDE", uv.outputs[1], 0.72)), 0.5)), 0.016)
    cream = n.mix_colour(n.math("MULTIPLY", fibre, 0.3), (0.75, 0.705, 0.615), (0.67, 0.61, 0.51))
    return n.surface(n.principled(Base_Color=n.mix_colour(n.math("MULTIPLY", line, 0.45), cream, (0.42, 0.36, 0.30)), Roughness=0.85, Specular=0.15,
                                 Normal=n.bump(fibre, 0.2, 0.006)))


@kept
def page_edges():
    """The cut edge of many pages."""
    n = Nodes("Page edges")
    leaves = n.noise(n.mapped((0.05, 0.05, 30.0)), 2.0, 3, 0.6)
    return n.surface(n.principled(Base_Color=n.ramp(leaves, [(0.3, (0.50, 0.44, 0.34)), (0.65, (0.80, 0.75, 0.65))]), Roughness=0.9, Specular=0.1,
                                 Normal=n.bump(leaves, 0.5, 0.01)))


@kept
def cloth_cover():
    """Bookbinder's linen."""
    n = Nodes("Cover")
    p = n.mapped()
    warp = n.add("ShaderNodeTexWave", bands_direction="X", Vector=p, Scale=9.0, Distortion=1.5, Detail=2.0).outputs["Fac"]
    weft = n.add("ShaderNodeTexWave", bands_direction="Y", Vector=p, Scale=9.0, Distortion=1.5, Detail=2.0).outputs["Fac"]
    weave = n.math("MULTIPLY", warp, weft)
    return n.surface(n.principled(Base_Color=n.mix_colour(weave, (0.033, 0.024, 0.018), (0.082, 0.060, 0.045)), Roughness=0.85, Specular=0.2,
                                 Normal=n.bump(weave, 0.4, 0.015)))


def notebook(name="Notebook", width=9.5, tall=13.5, thick=0.75):
    """A notebook lying open, spine along y at the origin: the pages swell from the gutter and fall to the fore-edge."""
    cover = sheet(name + " cover", _cover(width + 0.3, tall + 0.5), cloth_cover(), 0.16)
    things = [cover]
    for side, share in ((-1, 0.85), (1, 1.0)):
        u, v = np.linspace(0, 1, 50), np.linspace(-0.5, 0.5, 40)
        U, V = np.meshgrid(u, v, indexing="ij")
        top = 0.18 + thick * share * (1 - np.exp(-U * 9)) * (1 - 0.10 * U ** 2) + 0.20 * np.exp(-((U - 0.16) / 0.14) ** 2)
        top = top + 0.018 * noise(np.stack([U * 2, V * 2, 0 * U + side], -1).reshape(-1, 3), 3).reshape(U.shape)
        x = side * U * width * (0.995 - 0.01 * share)
        skin = np.stack([x, V * tall, top], -1)
        floor = np.stack([x, V * tall, np.full_like(U, 0.175)], -1)
        rows, columns = U.shape
        count = rows * columns
        faces = grid_faces(rows, columns)
        faces = faces[:, ::-1] if side > 0 else faces
        border = ([c for c in range(columns)] + [r * columns + columns - 1 for r in range(1, rows)]
                  + [(rows - 1) * columns + c for c in range(columns - 2, -1, -1)] + [r * columns for r in range(rows - 2, 0, -1)])
        rim = np.array([(a, b, b + count, a + count) for a, b in zip(border, border[1:] + border[:1])])
        rim = rim if side > 0 else rim[:, ::-1]
        vertices = np.concatenate([skin.reshape(-1, 3), floor.reshape(-1, 3)])
        lines = np.stack([U * width, V * tall + 100], -1)
        # The cut edge is a body of its own, so that the page's edge stays sharp.
        things.append(add_mesh(f"{name} page {side}", skin.reshape(-1, 3), faces, page(), uv=lines.reshape(-1, 2)))
        things.append(add_mesh(f"{name} edges {side}", vertices, rim, page_edges(), smooth=False))
        if side < 0:
            things += handwriting(name, skin, width, tall)
        # One loose leaf lifts a little from the stack.
        if side > 0:
            loose = skin.copy()
            loose[..., 2] += 0.03 + 0.42 * U ** 2.4 * (1 - 0.25 * V)
            loose[..., 0] -= 0.05 * U ** 2
            things.append(sheet(f"{name} leaf", loose, page(), 0.012, uv=lines))
    return things


@kept
def graphite():
    """Soft pencil."""
    n = Nodes("Graphite")
    return n.surface(n.principled(Base_Color=(0.085, 0.070, 0.058), Roughness=0.6, Specular=0.3))


def _word(random, letters):
    """A cursive word's line: nobody can read it, but it has a hand's loops, ascenders and slant."""
    x, out = 0.0, []
    for _ in range(letters):
        kind = random.random()
        up = 0.21 if kind < 0.68 else (0.46 if kind < 0.88 else 0.19)
        down = -0.22 if kind > 0.93 else 0.0
        wide = random.uniform(0.11, 0.19)
        t = np.linspace(0, 1, 9)[:-1]
        y = up * (1 - np.cos(2 * math.pi * t)) / 2 * random.uniform(0.85, 1.1) + down * np.sin(math.pi * t) ** 8
        out.append(np.stack([x + wide * t - 0.055 * np.sin(2 * math.pi * t) * random.uniform(0.5, 1.2), y], -1))
        x += wide
    line = np.concatenate(out)
    line[:, 0] += 0.32 * line[:, 1]
    return line, x


def handwriting(name, skin, width, tall, seed=11):
    """A formula in pencil on the left page: a title, then materials with their quantities."""
    from scipy.ndimage import map_coordinates
    random = np.random.default_rng(seed)
    rows, columns = skin.shape[:2]
    strokes = []

    def write(x, y, letters):
        line, long = _word(random, letters)
        line = line * 0.92 + (x, y + random.normal(0, 0.012))
        strokes.append(line)
        return x + long * 0.92 + 0.22

    left, y = -width + 0.85, tall / 2 - 1.35
    x = write(left, y, 7)
    write(x, y, 5)
    strokes.append(np.stack([np.linspace(left, left + 2.6, 20), y - 0.20 + 0.02 * np.sin(np.linspace(0, 5, 20))], -1))
    for k in range(8):
        y -= 0.78 if k else 1.05
        x = write(left, y, int(random.integers(5, 9)))
        if random.random() < 0.6:
            write(x, y, int(random.integers(3, 6)))
        write(-1.55, y, int(random.integers(2, 4)))
    things = []
    for k, line in enumerate(strokes):
        where = np.stack([-line[:, 0] / width * (rows - 1), (line[:, 1] / tall + 0.5) * (columns - 1)])
        z = map_coordinates(skin[..., 2], where, order=1, mode="nearest")
        things.append(wire(f"{name} stroke {k}", np.column_stack([line, z + 0.004]), 0.0135, graphite(), 6))
    return things


def _cover(half, tall):
    x, y = np.linspace(-half, half, 60), np.linspace(-tall / 2, tall / 2, 30)
    X, Y = np.meshgrid(x, y, indexing="ij")
    return np.stack([X, Y, np.full_like(X, 0.085)], -1)


@kept
def lacquer(colour=(0.03, 0.022, 0.016)):
    n = Nodes("Lacquer")
    return n.surface(n.principled(Base_Color=colour, Roughness=0.28, Specular=0.5))


@kept
def bare_wood():
    n = Nodes("Cedar")
    grain = n.noise(n.mapped((6, 6, 0.6)), 3, 4)
    return n.surface(n.principled(Base_Color=n.ramp(grain, [(0.3, (0.40, 0.23, 0.12)), (0.7, (0.58, 0.38, 0.22))]), Roughness=0.7))


def pencil(name="Pencil", length=12.5):
    """A six-sided pencil along x, lying on z = 0 on one of its flats, point at -x."""
    radius, cone = 0.36, 1.3
    angle = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    sixth = math.pi / 3
    local = (angle + sixth / 2) % sixth - sixth / 2
    hexagon = (0.9 * math.cos(sixth / 2) / np.cos(local) + 0.1) * radius
    hexagon = np.stack([hexagon * np.cos(angle + sixth / 2), hexagon * np.sin(angle + sixth / 2)], -1)
    low = -hexagon[:, 1].min()
    body_path = np.stack([np.linspace(cone * 0.92, length, 20), np.zeros(20), np.full(20, low)], -1)
    body = sweep(name + " body", body_path, hexagon, lacquer())
    tip = place(lathe(name + " tip", [(0.075, cone * 0.22), (radius * 0.93, cone), (0, cone)], bare_wood(), 48), (0, 0, low), (0, 90, 0))
    lead = place(lathe(name + " lead", [(0, 0.0), (0.025, 0.01, 0.01), (0.08, cone * 0.235), (0, cone * 0.3)], lacquer((0.02, 0.02, 0.02)), 24), (0, 0, low), (0, 90, 0))
    cap = place(lathe(name + " cap", [(0, 0), (radius * 0.96, 0, 0.05), (radius * 1.02, 0.5, 0.06), (0, 0.52)], brass(), 48), (length - 0.06, 0, low + 0.0), (0, 90, 0))
    things = [body, tip, lead, cap]
    return place(things, (-length / 2, 0, 0.05))
