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


def frame(width, height, line):
    """A rectangular rule of the given thickness."""
    outer = box(-width / 2, -height / 2, width / 2, height / 2)
    return outer.difference(box(-width / 2 + line, -height / 2 + line, width / 2 - line, height / 2 - line))


def sun(radius):
    """The emblem: a disc and fine rays, alternately long and short."""
    rays = []
    for i in range(24):
        a = np.pi / 12 * i
        r0, r1 = radius * 0.56, radius * (1.0 if i % 2 == 0 else 0.80)
        c, s = np.cos(a), np.sin(a)
        w0, w1 = radius * 0.050, radius * 0.022
        rays.append(Polygon([(r0 * c - w0 * s, r0 * s + w0 * c), (r1 * c - w1 * s, r1 * s + w1 * c),
                             (r1 * c + w1 * s, r1 * s - w1 * c), (r0 * c + w0 * s, r0 * s - w0 * c)]))
    return unary_union([Point(0, 0).buffer(radius * 0.40, 32), *rays])


def artwork(label):
    """(ink polygon, gold polygon) of the whole label, centred on the origin."""
    brand = text(label["brand"].upper(), SERIF, 580, 0.475, 0.10)
    kind = text(label["concentration"].upper(), SANS, 480, 0.172, 0.215)
    # In the serif, "5" reads as "3" at the sizes of a page.
    volume = text(label["volume"], SANS, 520, 0.37, 0.04)
    rule = LineString([(-0.26, 0), (0.26, 0)]).buffer(0.0105, cap_style=2)
    inks = [translate(brand, 0, -0.12), translate(kind, 0, -0.50), translate(volume, 0, -1.25)]
    golds = [translate(sun(0.30), 0, 0.82), translate(rule, 0, -0.76), frame(WIDTH - 0.26, HEIGHT - 0.26, 0.024)]
    return unary_union(inks), unary_union(golds)


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
    ink, gold = artwork(label)
    objects = []
    paper_lift, wall_lift, print_lift = 0.010, 0.0118, 0.0130

    def lay(name, verts, faces, lift, material):
        v = np.column_stack([verts[:, 0], bend(verts[:, 0]) - lift, verts[:, 1] + centre_z])
        objects.append(new_object(name, v, faces, material, smooth=False))
        return objects[-1]

    r = 0.05
    sheet = box(-WIDTH / 2 + r, -HEIGHT / 2 + r, WIDTH / 2 - r, HEIGHT / 2 - r).buffer(r, 6)
    v, f = triangles(sheet)
    lay("label paper", v, f, paper_lift, materials.paper())
    # The sheet's cut edge gives it thickness in the macro.
    rim = np.array(sheet.exterior.coords)[:-1]
    n = len(rim)
    edge = np.vstack([np.column_stack([rim[:, 0], bend(rim[:, 0]) - d, rim[:, 1] + centre_z]) for d in (0.001, paper_lift)])
    objects.append(new_object("label edge", edge, [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)],
                              objects[0].data.materials[0], smooth=False))
    # Letterpress: the wall of each stroke that is farther from the window is lit.
    both = unary_union([ink, gold])
    lay("label pressed", *triangles(translate(both, 0.0075, -0.0075).difference(both)), wall_lift, materials.pressed())
    lay("label ink", *triangles(ink), print_lift, materials.ink())
    lay("label gold", *triangles(gold), print_lift, materials.gold_ink())
    objects.append(_contact(sheet, bend, centre_z))
    return objects


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
