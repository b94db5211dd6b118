"""The bottle's box: a rigid two-piece carton, wrapped in paper, the name stamped in gold foil."""
from functools import cache

import numpy as np
from mathutils import Vector
from mathutils.geometry import delaunay_2d_cdt
from shapely.affinity import scale, translate
from shapely.geometry import Point, Polygon, box

import flacon
import label as type_
from mesh import new_object

from .form import place
from .surface import Nodes

WIDTH, DEPTH, HEIGHT = 8.3, 5.2, 13.6
SEAM = 4.3  # where the lid meets the base
EDGE = 0.055  # paper folded over board: crisp, never sharp


@cache
def wrap(colour):
    """Uncoated dyed paper: a fine felt grain that only raking light shows."""
    n = Nodes("Wrap")
    felt = n.noise(n.mapped(), 20, 4, 0.65)
    # Most of the grain is in the colour, because the denoiser takes grain from bumps alone for noise.
    tone = n.ramp(felt, [(0.34, tuple(c * 0.80 for c in colour)), (0.66, tuple(c * 1.18 for c in colour))])
    # Board is never quite flat, and its paper never of one tone.
    shade = n.noise(n.mapped(), 0.35, 4, 0.6)
    tone = n.mix_colour(1.0, tone, n.ramp(shade, [(0.3, 0.95), (0.7, 1.06)]), "MULTIPLY")
    board = n.bump(n.noise(n.mapped(), 0.22, 2), 1.0, 0.5)
    return n.surface(n.principled(Base_Color=tone, Roughness=0.55, Specular=0.35, Normal=n.bump(felt, 0.55, 0.03, Normal=board)))


@cache
def foil():
    """Hot-stamped gold: a mirror slightly roughened by the paper under it."""
    n = Nodes("Foil")
    felt = n.noise(n.mapped(), 14, 4, 0.62)
    # Part pigment, so that it darkens in a shadow.
    return n.surface(n.principled(Base_Color=(0.95, 0.68, 0.31), Metallic=0.72, Roughness=0.24, Normal=n.bump(felt, 0.30, 0.012)))


@cache
def pressed(colour):
    """Paper that a plate has pressed in without foil: smoother, and darker."""
    n = Nodes("Pressed wrap")
    return n.surface(n.principled(Base_Color=tuple(0.62 * c for c in colour), Roughness=0.36, Specular=0.35))


def stamped(name, polygon, y, z, material):
    """A flat polygon (x, z) on the face towards -y."""
    flat, faces = type_.triangles(polygon)
    points = np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1] + z])
    return new_object(name, points, faces, material, smooth=False)


BOARD = 0.22
TRAY = (WIDTH - 2 * BOARD - 0.1, HEIGHT - 2 * BOARD - 0.08, 3.4)  # across, along, high: it slides into the lid
SUNK = 0.4  # the insert's surface below the tray's rim
LINING = (0.55, 0.36, 0.15)  # gold paper
TURN_IN = 0.5  # how far the wrap is folded into the box, over its lining


def _loop(across, along, radius, z, steps=6):
    """A rectangle with round corners, counter-clockwise, at height z."""
    turn = np.linspace(0, np.pi / 2, steps)
    x, y = across / 2 - radius, along / 2 - radius
    corners = [(x, y, 0), (-x, y, 1), (-x, -y, 2), (x, -y, 3)]
    return np.array([(cx + radius * np.cos(k * np.pi / 2 + t), cy + radius * np.sin(k * np.pi / 2 + t), z) for cx, cy, k in corners for t in turn])


def _shell(name, across, along, high, paper):
    """A box that is open at the top, of board wrapped in paper and lined."""
    turn = np.linspace(0, np.pi / 2, 5)
    profile = [(EDGE * (1 - np.sin(t)), EDGE * (1 - np.cos(t))) for t in turn]
    # The rim is as flat as the board is thick; the paper rounds only its edges.
    profile += [(EDGE * (1 - np.cos(t)), high - EDGE * (1 - np.sin(t))) for t in turn]
    profile += [(BOARD - EDGE * (1 - np.sin(t)), high - EDGE * (1 - np.cos(t))) for t in turn]
    rings = [_loop(across - 2 * inset, along - 2 * inset, max(EDGE - inset, 0.02), z) for inset, z in profile]
    rings += [_loop(across - 2 * BOARD, along - 2 * BOARD, 0.02, z) for z in (high - TURN_IN, BOARD)]
    n = len(rings[0])
    faces = [(k * n + i, k * n + (i + 1) % n, (k + 1) * n + (i + 1) % n, (k + 1) * n + i) for k in range(len(rings) - 1) for i in range(n)]
    faces += [tuple(range(n))[::-1], tuple((len(rings) - 1) * n + i for i in range(n))]
    shell = new_object(name, np.concatenate(rings), faces, [paper, wrap(LINING)], smooth=False)
    lined = np.zeros(len(faces), int)
    lined[-n - 2 : -2] = lined[-1] = 1  # the last walls and the floor inside
    shell.data.polygons.foreach_set("material_index", lined)
    return shell


def _lying_outline(gap=0.05, rounding=0.16):
    """The flacon's outline from its front, (x, z), with a gap round it, wide round the cap, for two fingers."""
    w, s = flacon.HALF_WIDTH, flacon.SHOULDER
    body = box(-w + 0.6, 0.6, w - 0.6, s - 0.62).buffer(0.6).union(box(-w, 0.2, w, 3).intersection(box(-w + 0.2, 0.2, w - 0.2, 3).buffer(0.2)))
    cap = box(-1.75, s - 1, 1.75, flacon.HEIGHT + 0.3)
    return body.union(cap).buffer(gap + rounding).buffer(-2 * rounding).buffer(rounding)


def insert(colour, along, sunk, turn_in=0.07):
    """The tray's filling in the box's paper, its surface on z = 0, with a recess for the flacon, whose base is at
    `along` (y) and whose axis is `sunk` below the surface."""
    deep = flacon.HALF_DEPTH + 0.02 + sunk
    hole = translate(_lying_outline(), 0, along)
    rings = []
    for t in np.linspace(0, np.pi / 2, 6):
        edge = hole.buffer(turn_in * (1 - np.sin(t)), 12).exterior
        rings.append(np.array([(*edge.interpolate(k / 720, normalized=True).coords[0], -turn_in * (1 - np.cos(t))) for k in range(720)]))
    for ring in rings:  # start each ring at the same corner
        start = np.argmin(np.hypot(ring[:, 0] - 0, ring[:, 1] + 100))
        ring[:] = np.roll(ring, -start, 0)
    rings.append(rings[-1] * (1, 1, 0) - (0, 0, deep))
    if not hole.exterior.is_ccw:
        rings = [ring[::-1] for ring in rings]
    across, long, _ = TRAY
    outer = np.array(_loop(across - 2 * BOARD, long - 2 * BOARD, 0.02, 0))
    flat = [*outer[:, :2], *rings[0][:, :2]]
    n, m = len(outer), 720
    lines = [(i, (i + 1) % n) for i in range(n)] + [(n + i, n + (i + 1) % m) for i in range(m)]
    out, _, faces, *_ = delaunay_2d_cdt([Vector(p) for p in flat], lines, [], 0, 1e-7)
    inside = Polygon(rings[0][:, :2])
    faces = [tuple(f) for f in faces if not inside.contains(Point(sum((out[i] for i in f), Vector((0, 0))) / len(f)))]
    verts = np.column_stack([np.array(out), np.zeros(len(out))])
    walls = [(k * m + i, (k + 1) * m + i, (k + 1) * m + (i + 1) % m, k * m + (i + 1) % m) for k in range(len(rings) - 1) for i in range(m)]
    floor = tuple((len(rings) - 1) * m + i for i in range(m))
    new_object("insert", verts, faces, wrap(colour), smooth=False)
    # Paler, because the deep part beside the cap would be black.
    lining = wrap(tuple(3.0 * c for c in colour))
    return new_object("recess", np.concatenate(rings), [f[::-1] for f in walls] + [floor], lining, smooth=False), hole


def tray(colour, along, sunk):
    """The tray with its insert, the insert's surface on z = 0. `along` is where the flacon's base is, `sunk` how
    deep its axis. Returns the parts and the recess's outline."""
    shell = _shell("tray", TRAY[0], TRAY[1], TRAY[2], wrap(colour))
    place(shell, (0, 0, SUNK - TRAY[2]))
    recess, hole = insert(colour, along, sunk)
    return [shell, recess], hole


def lid(label, colour):
    """The lid, lying: its front up, its opening towards -y at y = 0, its lower face on z = 0. The label's artwork is
    stamped on it at 1.3 times its size: words and one pane in foil, the other panes without."""
    deep = HEIGHT - SEAM
    shell = _shell("lid", WIDTH, DEPTH, deep, wrap(colour))
    place(shell, (0, deep, DEPTH / 2), (90, 0, 0))
    top = DEPTH + 0.004
    ink, gold, sunk = (scale(part, 1.3, 1.3, origin=(0, 0)) for part in type_.artwork(label))
    things = [stamped("stamped panes", sunk.difference(gold), 0, deep / 2, pressed(colour)),
              stamped("stamped pane", gold, 0, deep / 2, foil()), stamped("stamped words", ink, 0, deep / 2, foil())]
    place(things, (0, 0, top), (-90, 0, 0))
    return [shell, *things]
