"""The label: text in the site's own fonts, as geometry on the curved glass.

Blender's text fill leaves wedges where a variable font's contours overlap, so the outlines are
united with shapely first, then cut into narrow strips that can follow the glass.
"""

from pathlib import Path

import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from mathutils import Vector
from mathutils.geometry import delaunay_2d_cdt
from shapely.affinity import translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

import materials
from mesh import new_object

ROOT = Path(__file__).resolve().parent.parent
SERIF = ROOT / "app/ui/cormorant-lining.woff2"
SANS = ROOT / "node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2"

WIDTH, HEIGHT = 3.16, 3.5
STRIP = 0.08
BEVEL = 0.022  # the width of the slope around a pressed pane


def _curve(points, steps=10):
    """The points of a quadratic (3 points) or cubic (4) Bézier, without the first."""
    p = np.asarray(points, float)
    t = np.linspace(0, 1, steps + 1)[1:, None]
    if len(p) == 3:
        q = (1 - t) ** 2 * p[0] + 2 * t * (1 - t) * p[1] + t**2 * p[2]
    else:
        q = (1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1] + 3 * t**2 * (1 - t) * p[2] + t**3 * p[3]
    return [tuple(x) for x in q]


def _outline(glyphs, name):
    """One glyph as a united polygon: contours filled by the non-zero rule."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours, now = [], []
    for op, args in pen.value:
        if op == "moveTo":
            now = [args[0]]
        elif op == "lineTo":
            now.append(args[0])
        elif op == "curveTo":
            now += _curve([now[-1], *args])
        elif op == "qCurveTo":
            offs, end = list(args[:-1]), args[-1]
            for i, off in enumerate(offs):
                to = end if i == len(offs) - 1 else tuple((np.array(off) + offs[i + 1]) / 2)
                now += _curve([now[-1], off, to])
        elif len(now) > 2:
            contours.append(now)
    solid, holes = [], []
    for c in contours:
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(c, c[1:] + c[:1]))
        (solid if area < 0 else holes).append(Polygon(c).buffer(0))  # TrueType fills clockwise
    return unary_union(solid).difference(unary_union(holes))


def text(words, font, weight, size, tracking=0.0):
    """A line of text as one polygon, centred on x = 0, baseline at y = 0. Size is in cm, tracking in em."""
    from shapely.affinity import affine_transform

    face = instantiateVariableFont(TTFont(font), {"wght": weight})
    cmap, glyphs, k = face.getBestCmap(), face.getGlyphSet(), size / face["head"].unitsPerEm
    x, parts = 0.0, []
    for letter in words:
        name = cmap.get(ord(letter)) or cmap[ord(" ")]
        parts.append(affine_transform(_outline(glyphs, name), [k, 0, 0, k, x, 0]))
        x += face["hmtx"][name][0] * k + tracking * size
    x -= tracking * size
    return affine_transform(unary_union(parts), [1, 0, 0, 1, -x / 2, 0])


def panes(size, lean=0.26):
    """The brand's mark, a window's light on a wall at a low sun: four slanted panes, of which the upper two are shorter.
    The upper left corner is at the origin, and `size` is the width. @returns the panes, row by row"""
    wide, high, gap = 0.468 * size, (0.36 * size, 0.83 * size), 0.064 * size
    made = []
    for top, height in ((0.0, high[0]), (high[0] + gap, high[1])):
        for left in (0.0, wide + gap):
            corners = ((left, top), (left + wide, top), (left + wide, top + height), (left, top + height))
            made.append(Polygon([(x, -y - lean * x) for x, y in corners]))
    return made


def artwork(label):
    """(ink, gold, pressed): the label's polygons, centred on the origin. `pressed` is all four panes, the gold one too."""
    left = -1.23
    brand = text(label["brand"], SERIF, 560, 0.70)
    name = text(label["name"], SERIF, 560, 0.284)
    kind = text(f'{label["concentration"]} {label["volume"]}', SANS, 470, 0.152, 0.03)
    inks = [translate(line, left - line.bounds[0], y) for line, y in ((brand, -0.79), (name, -1.11), (kind, -1.41))]
    window = [translate(pane, left, 1.44) for pane in panes(1.10)]
    return unary_union(inks), window[3], unary_union(window)


def triangles(polygon):
    """Triangulate a (multi)polygon, cut into vertical strips."""
    verts, faces = [], []
    x0, y0, x1, y1 = polygon.bounds
    cuts = np.arange(np.floor(x0 / STRIP), np.ceil(x1 / STRIP) + 1) * STRIP
    for a, b in zip(cuts, cuts[1:]):
        piece = polygon.intersection(box(a, y0 - 1, b, y1 + 1))
        for part in getattr(piece, "geoms", [piece]):
            if part.geom_type != "Polygon" or part.area < 1e-8:
                continue
            points, edges = [], []
            for ring in (part.exterior, *part.interiors):
                c, s = list(ring.coords)[:-1], len(points)
                points += [Vector(p[:2]) for p in c]
                edges += [(s + i, s + (i + 1) % len(c)) for i in range(len(c))]
            out, _, tris, *_ = delaunay_2d_cdt(points, edges, [], 0, 1e-7)
            base = len(verts)
            verts += [(p.x, p.y) for p in out]
            for t in tris:
                m = sum((out[i] for i in t), Vector((0, 0))) / len(t)
                if part.contains(Point(m.x, m.y)):
                    faces.append([base + i for i in t])
    return np.array(verts), faces


def build_label(label, bend, centre_z):
    """Paper, ink and foil on the glass. `bend(x)` is the glass's front y at x."""
    ink, gold, pressed = artwork(label)
    objects = []
    floor_lift, foil_lift, paper_lift, wall_lift, print_lift = 0.006, 0.008, 0.030, 0.0318, 0.0330

    def on_glass(verts, lift):
        return np.column_stack([verts[:, 0], bend(verts[:, 0]) - lift, verts[:, 1] + centre_z])

    def lay(name, verts, faces, lift, material):
        objects.append(new_object(name, on_glass(verts, lift), faces, material, smooth=False))

    r = 0.05
    sheet = box(-WIDTH / 2 + r, -HEIGHT / 2 + r, WIDTH / 2 - r, HEIGHT / 2 - r).buffer(r, 6)
    # The slopes around the panes are lit or shaded, which outlines the panes without colour.
    pieces = [(*triangles(sheet.difference(pressed.buffer(BEVEL, join_style=2))), paper_lift),
              (*triangles(pressed), floor_lift), *(_slope(pane, floor_lift, paper_lift) for pane in pressed.geoms)]
    verts, faces = [], []
    for v, f, lift in pieces:
        faces += [[len(verts) + i for i in face] for face in f]
        verts += list(on_glass(v, lift))
    objects.append(new_object("label paper", np.array(verts), faces, materials.paper(), smooth=False))
    # The sheet's cut edge gives it thickness in the macro.
    rim = np.array(sheet.exterior.coords)[:-1]
    n = len(rim)
    edge = np.vstack([np.column_stack([rim[:, 0], bend(rim[:, 0]) - d, rim[:, 1] + centre_z]) for d in (0.001, paper_lift)])
    objects.append(new_object("label edge", edge, [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)],
                              objects[0].data.materials[0], smooth=False))
    # Letterpress: the wall of each stroke that is farther from the window is lit.
    lay("label pressed", *triangles(translate(ink, 0.0075, -0.0075).difference(ink)), wall_lift, materials.pressed())
    lay("label ink", *triangles(ink), print_lift, materials.ink())
    lay("label gold", *triangles(gold), foil_lift, materials.gold_ink())
    objects.append(_contact(sheet, bend, centre_z))
    return objects


def _slope(pane, floor, top, parts=8):
    """The slope round a pane, from its floor up to the paper: vertices, faces, and the lift of each vertex."""
    inner = np.array(pane.exterior.coords)
    around = np.array(pane.buffer(BEVEL, join_style=2).exterior.coords)
    outer = np.array([min(around, key=lambda p: np.hypot(*(p - corner))) for corner in inner])
    steps = np.linspace(0, 1, parts, endpoint=False)[:, None]
    low, high = (np.concatenate([a + (b - a) * steps for a, b in zip(ring, ring[1:])]) for ring in (inner, outer))
    n = len(low)
    faces = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return np.concatenate([low, high]), faces, np.repeat((floor, top), n)


def _contact(sheet, bend, centre_z, reach=0.085):
    """A shadow round the sheet, deepest at its edge. Only the camera sees it."""
    steps = np.linspace(0, 1, 6)
    rims = [np.array(sheet.buffer(reach * t - 0.004, 6).exterior.coords)[:-1] for t in steps]
    # Resample each to the same number of evenly spaced points.
    count = 240
    rims = [np.array([LineString(np.vstack([p, p[:1]])).interpolate(k / count, normalized=True).coords[0] for k in range(count)]) for p in rims]
    verts = np.concatenate([np.column_stack([p[:, 0] + 0.010, bend(p[:, 0]) - 0.004, p[:, 1] - 0.012 + centre_z]) for p in rims])
    faces = [(k * count + i, k * count + (i + 1) % count, (k + 1) * count + (i + 1) % count, (k + 1) * count + i)
             for k in range(len(rims) - 1) for i in range(count)]
    ob = new_object("label contact", verts, faces, materials.contact(), smooth=False)
    fade = np.repeat((1 - steps) ** 1.8, count).astype(np.float32)
    ob.data.attributes.new("fade", "FLOAT", "POINT").data.foreach_set("value", fade)
    ob.visible_shadow = ob.visible_diffuse = ob.visible_glossy = ob.visible_transmission = False
    return ob
