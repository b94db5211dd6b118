"""A perfumer's glass: brown bottles with their caps, a weighing vial, a pipette."""
import math
from functools import cache

import numpy as np
from shapely.affinity import rotate, translate
from shapely.geometry import box
from shapely.ops import unary_union

import caustic
import label as type_
import materials
from mesh import new_object, turned

from .form import add_mesh, fillet, grid_faces, lathe, place, supported
from .surface import Nodes, clear

BROWN = (1.5, 5.0, 15.0)  # absorption of brown glass per cm
TUBING = (1.5, 1.3, 1.35)  # absorption of a pipette's glass per cm
TUBE, DRAWN, BULB = 0.30, 2.55, 0.66  # a pipette's radius, where its drawn-out tip begins, and its bulb's radius
DROP_HEIGHT, DROP_RADIUS = 0.494, 0.14  # a hanging drop's height, and its radius of curvature at its lowest point
GRAVITY_OVER_TENSION = 20.0  # density × gravity / surface tension, in cm⁻²


@cache
def brown():
    """Amber glass, which protects its contents from light."""
    n = Nodes("Brown glass")
    # Most of the colour is on the faces. With absorption alone, long paths through the thick floor would be black.
    sheer = n.add("ShaderNodeBsdfGlass", Color=(0.92, 0.70, 0.40), Roughness=0.0, IOR=1.5).outputs[0]
    sheer = materials._settle(n, sheer, (0.085, 0.026, 0.005), 7)
    return n.surface(n.clear_to_light(sheer, (0.42, 0.20, 0.06)), materials._absorb(n, tuple(0.2 * s for s in BROWN)))


@cache
def phenolic():
    """The black plastic of old screw caps: hard, slightly worn."""
    n = Nodes("Phenolic")
    worn = n.noise(n.mapped(), 2.2, 4, 0.6)
    return n.surface(n.principled(Base_Color=(0.013, 0.0105, 0.009), Specular=0.45,
                                  Roughness=n.math("ADD", 0.24, n.math("MULTIPLY", worn, 0.22))))


@cache
def rubber(lit=1.0):
    """Natural rubber for a pipette's bulb, amber-brown. `lit` makes it paler for parts behind darkening glass."""
    n = Nodes("Rubber")
    bloom = n.noise(n.mapped(), 1.6, 4, 0.6)
    tone = n.mix_colour(bloom, *(tuple(lit * c for c in tone) for tone in ((0.040, 0.016, 0.010), (0.070, 0.030, 0.019))))
    return n.surface(n.principled(Base_Color=tone, Specular=0.4, Roughness=n.math("ADD", 0.38, n.math("MULTIPLY", bloom, 0.2))))


@cache
def cream():
    """A bottle's label: laid paper, not quite white."""
    n = Nodes("Cream paper")
    fibre = n.noise(n.mapped((1, 1, 0.25)), 26, 3)
    tone = n.mix_colour(fibre, (0.52, 0.46, 0.365), (0.58, 0.52, 0.425))
    return n.surface(n.principled(Base_Color=tone, Roughness=0.72, Specular=0.22, Normal=n.bump(fibre, 0.15, 0.01)))


def vessel(name, outside, inside, level, glass, segments=128, filling=None):
    """Glass and its filling from two profiles, both from the bottom's centre up to the lip.

    Believable glass with liquid needs three interfaces: air to glass, glass to liquid (normals into the
    glass), liquid to air. They share an edge and never overlap.
    """
    outside, inside = supported(fillet(outside)), supported(fillet(inside))
    k = int(np.argmax(inside[:, 1] > level))
    a, b = inside[k - 1], inside[k]
    brim = a + (b - a) * (level - a[1]) / (b[1] - a[1])
    wetted, dry = supported(np.vstack([inside[:k], brim])), supported(np.vstack([brim, inside[k:]]))
    shell = lathe(name, supported(np.concatenate([outside, dry[::-1]])), glass, segments, flat_profile=True)
    r = brim[0]
    low = min(0.056, 0.3 * r)
    free = [(r - 0.10 * low / 0.056 * 0.2, level - 0.45 * low), (r - 0.06 * low / 0.056, level - 0.8 * low),
            (r - 0.14 * low / 0.056, level - 0.98 * low), (0, level - low)]  # the meniscus
    perfume = lathe(name + " perfume", np.vstack([wetted, free]), filling or materials.juice(), segments, flat_profile=True)
    row = np.arange(len(perfume.data.polygons)) // segments
    perfume.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", (row >= len(wetted) - 1).astype(np.float32))
    return [shell, perfume]


def _darkening(points, faces, dark, strength):
    """A sheet just above the table that darkens it. Shadow and diffuse rays don't see it."""
    n = Nodes("Contact")
    passed = n.mix_colour(n.attribute("Col"), (1, 1, 1), tuple(1 - strength * k for k in (0.93, 1.0, 1.06)))
    ob = add_mesh("contact", points, faces, n.surface(n.add("ShaderNodeBsdfTransparent", Color=passed).outputs[0]), colours=dark[:, None] * np.ones(3))
    ob.visible_shadow = ob.visible_diffuse = False
    return ob


def contact(radius, at, strength=0.75, reach=0.42):
    """The contact shadow of a weight, or of round glass, which is transparent to shadow rays."""
    ring = np.append(np.linspace(0.02, radius - 0.12, 6), np.linspace(radius - 0.10, radius + reach, 24))
    dark = np.where(ring < radius - 0.04, 1.0, np.clip(1 - (ring - radius + 0.04) / (reach + 0.04), 0, 1) ** 3)
    angle = np.linspace(0, 2 * math.pi, 96, endpoint=False)
    points = np.stack([np.outer(ring, np.cos(angle)), np.outer(ring, np.sin(angle)), np.full((len(ring), 96), 0.004)], -1).reshape(-1, 3)
    return place(_darkening(points, grid_faces(len(ring), 96, True)[:, ::-1], np.repeat(dark, 96), strength), (at[0], at[1], 0))


def before(perfume):
    """For `caustic.Body`: the index in front of a filling's faces, air over its free surface and glass elsewhere."""
    return [caustic.AIR if one.value > 0.5 else caustic.GLASS for one in perfume.data.attributes["top"].data]


def _ring(radius, low, high, start, end, material, name, steps=48):
    """A piece of a cylinder between two heights and two angles (degrees from the front)."""
    angle = np.radians(np.linspace(start, end, steps)) - math.pi / 2
    A, Z = np.meshgrid(angle, np.linspace(low, high, 4), indexing="ij")
    points = np.stack([radius * np.cos(A), radius * np.sin(A), Z], -1).reshape(-1, 3)
    return add_mesh(name, points, grid_faces(steps, 4), material)


def _ruled(radius, low, high, half, line=0.022):
    """A hairline frame printed round a label."""
    r = radius + 0.004
    a = math.degrees(line / radius)
    rules = [(low, low + line, -half, half), (high - line, high, -half, half), (low, high, -half, -half + a), (low, high, half - a, half)]
    return [_ring(r, *rule, materials.ink(), "rule", 40) for rule in rules]


def _printed(shape, radius, middle, name):
    """An upright polygon in ink on a cylinder, its origin at the front at height `middle`."""
    flat, faces = type_.triangles(shape)
    a = flat[:, 0] / radius - math.pi / 2
    return new_object(name, np.column_stack([radius * np.cos(a), radius * np.sin(a), middle + flat[:, 1]]), faces, materials.ink(), smooth=False)


def _words(brand, number, size):
    """The text of a trial bottle's label: brand, rule and number."""
    lines = [translate(type_.text(brand.upper(), type_.SERIF, 640, 0.33 * size, 0.12), 0, 0.34 * size),
             box(-0.30 * size, 0.105 * size, 0.30 * size, 0.105 * size + 0.016),
             translate(type_.text(number, type_.SERIF, 560, 0.56 * size, 0.04), 0, -0.48 * size)]
    return unary_union(lines)


def _glow(radius, low, high, colour):
    """A low emissive wall behind a bottle, seen only through glass, strongest on the side away from the sun."""
    steps, rows = 48, 12
    side, up = np.linspace(-1, 1, steps), np.linspace(0, 1, rows)
    a = np.radians(90 - 105 * side)
    points = np.stack([np.outer(radius * np.cos(a), up * 0 + 1), np.outer(radius * np.sin(a), up * 0 + 1), np.outer(side * 0 + 1, low + (high - low) * up)], -1)
    fade = np.outer((1 - side**2) * (0.45 + 0.55 * side), (1 - up) ** 0.8)
    ob = add_mesh("glow", points.reshape(-1, 3), grid_faces(steps, rows), materials.added_light(), colours=fade.reshape(-1, 1) * np.array(colour))
    ob.visible_camera = ob.visible_diffuse = ob.visible_shadow = ob.visible_glossy = False
    return ob


def _screw_cap(radius, low, high, ribs=44):
    """A ribbed cap with a plain top edge."""
    e = 0.07
    profile = [(radius - 0.12, low), (radius, low + 0.03), (radius, low + 0.07), (radius, low + 0.09)]
    profile += [(radius, z) for z in np.linspace(low + 0.10, high - 0.22, 8)] + [(radius, high - 0.20), (radius, high - e - 0.02)]
    profile += [(radius - e + e * math.cos(a), high - e + e * math.sin(a)) for a in np.linspace(0, math.pi / 2, 7)]
    profile += [(radius - 0.16, high), (radius - 0.20, high - 0.025), (radius - 0.3, high - 0.03), (0.1, high - 0.03)]

    def ribbed(r, z, angle):
        inside = np.clip(min(z - low - 0.09, high - 0.205 - z) / 0.02, 0, 1)
        return r - 0.045 * inside * np.abs(np.sin(ribs * angle / 2)) ** 0.6 if r[0] > radius - 1e-6 else r

    return turned("cap", profile, phenolic(), ribs * 14, radius=ribbed)


def _bulb(radius, low, tall, material, grips=TUBE):
    """A dropper's bulb: narrow sleeve, full belly, round top. `grips` is the radius of the tube it holds."""
    lip = [(grips, low + 0.05), (grips, low, 0.03), (grips + 0.15, low, 0.07),
           (grips + 0.15, low + 0.16, 0.07), (grips + 0.10, low + 0.22, 0.05), (grips + 0.10, low + 0.60, 0.2)]
    points = [*lip, (radius, low + 0.42 + 0.28 * tall, 0.5), (radius, low + tall - 0.55, 0.3)]
    profile = [*fillet(points), *((radius * math.cos(a), low + tall - 0.55 + 0.55 * math.sin(a)) for a in np.linspace(0, math.pi / 2, 14)[1:-1]), (0, low + tall)]
    return lathe("bulb", profile, material, 96, flat_profile=True)


def bottle(radius, tall, words, filled=0.55, dropper=False, label=(0.16, 0.80), half=78):
    """A Boston round of `radius`, `tall` up to its shoulder, with a screw cap or a dropper. `words` are the label's
    brand and number. Returns (glass, perfume, rest)."""
    neck, wall = 0.40 * radius + 0.25, 0.16
    rise = 0.74 * (radius - neck) + 0.16

    def body(inset, floor):
        r, n, top = radius - inset, neck - inset, tall - 0.2 * inset
        turn = np.linspace(0, math.pi / 2 * 0.86, 14)
        shoulder = [(n + (r - n) * math.cos(a) * 1.0, top + rise * math.sin(a)) for a in turn]
        return [(r, floor + 0.9), (r, top - 0.5), *shoulder, (n, top + rise + 0.10, 0.12), (n, top + rise + 0.62)]

    outside = [(0, 0.09), (radius - 0.55, 0.06, 0.1), (radius - 0.34, 0.0, 0.08), (radius, 0.0, 0.30), *body(0, 0)]
    floor = 0.30
    inside = [(0, floor + 0.06), (radius - wall - 0.5, floor, 0.2), (radius - wall, floor, 0.34), *body(wall, floor)]
    glass, perfume = vessel("brown bottle", outside, inside, floor + filled * (tall - floor), brown())
    ridge = tall + rise + 0.10
    rest = [_screw_cap(neck + 0.17, ridge - 0.02, ridge + (0.78 if dropper else 0.98))]
    if dropper:
        rest.append(_bulb(neck * 0.80, ridge + 0.72, 2.1, phenolic_rubber()))
    r, low, high = radius + 0.010, label[0] * tall, label[1] * tall
    rest.append(_ring(r, low, high, -half, half, cream(), "label"))
    rest += _ruled(r, low + 0.14, high - 0.14, half - math.degrees(0.14 / r))
    rest.append(_printed(_words(*words, 0.62 * radius + 0.1), r + 0.004, (low + high) / 2, "words"))
    rest.append(_glow(radius + 0.10, 0.0, low + 0.5, (1.0, 0.66, 0.16)))
    return glass, perfume, rest


@cache
def phenolic_rubber():
    """Black rubber, duller than the cap below it."""
    n = Nodes("Black rubber")
    bloom = n.noise(n.mapped(), 2.0, 4, 0.6)
    return n.surface(n.principled(Base_Color=n.mix_colour(bloom, (0.014, 0.012, 0.011), (0.030, 0.026, 0.023)), Specular=0.35, Roughness=0.52))


def vial(radius=1.0, tall=2.5, level=1.0, wall=0.09):
    """A straight weighing vial with a ground lip. Returns [glass, perfume]."""
    outside = [(0, 0.03), (radius - 0.2, 0.0, 0.05), (radius, 0.0, 0.16), (radius, tall - 0.22), (radius + 0.07, tall - 0.14, 0.05),
               (radius + 0.07, tall, 0.05), (radius, tall + 0.01, 0.03)]
    inner = radius - wall
    inside = [(0, 0.16), (inner, 0.16, 0.18), (inner, tall - 0.2), (inner, tall - 0.03, 0.02)]
    return vessel("vial", outside, inside, level, materials.glass(), 128)


@cache
def thread():
    """Perfume in a bore as thin as a needle. Its colour is on its faces, because paths through it are too short."""
    n = Nodes("Thread of perfume")
    ior = n.math("ADD", n.math("MULTIPLY", n.attribute("top", "Fac"), 1.36 - 1.36 / 1.5), 1.36 / 1.5)
    return n.surface(clear(n, ior, tint=(0.91, 0.77, 0.50), colour=(0.98, 0.74, 0.34)))


@cache
def tubing():
    """A pipette's glass. It absorbs more light than the flacon's, or the edges of its thin wall would not show."""
    n = Nodes("Tubing")
    return n.surface(clear(n, 1.5, tint=(0.93, 0.915, 0.89)), materials._absorb(n, TUBING))


def pipette(length=11.0, level=1.3):
    """A graduated pipette upright on its tip, with perfume drawn up to `level`. Returns [glass, perfume, *rest]."""
    radius, bore = TUBE, TUBE - 0.075
    outside = [(0, 0), (0.10, 0.0, 0.09), (0.115, 0.35), (0.135, 1.45, 0.5), (radius, DRAWN, 0.5), (radius, length - 0.9), (radius, length)]
    inside = [(0, 0.03), (0.024, 0.03), (0.025, 0.4), (0.028, 1.6, 0.5), (bore, DRAWN + 0.12, 0.5), (bore, length - 0.9), (bore, length - 0.01)]
    glass, perfume = vessel("pipette", outside, inside, level, tubing(), 64, thread())
    things = [glass, perfume, _bulb(BULB, length - 0.75, 3.6, rubber())]
    # A stopper, or the hollow bulb would be a black gap through the glass.
    things.append(lathe("stop", [(0, length - 0.745), (radius + 0.04, length - 0.745), (radius + 0.04, length - 0.7)], rubber(5.0), 64))
    marks = min(21, int((length - 4.2) / 0.28) + 1)
    for k in range(marks):
        if k % 10 == 1:
            continue  # it would read as a digit beside the figure
        z, wide = 3.0 + k * 0.28, (150 if k % 10 == 0 else 100 if k % 5 == 0 else 60)
        things.append(_ring(radius + 0.003, z, z + 0.026, -wide / 2, wide / 2, materials.ink(), "graduation", 24))
    for k, figure in ((0, "0"), (10, "1"), (20, "2"))[: (marks + 9) // 10]:
        along = translate(rotate(type_.text(figure, type_.SANS, 480, 0.26), 90, (0, 0)), 0.09 + 0.15 * radius)
        things.append(_printed(along, radius + 0.003, 3.16 + k * 0.28, "figure"))
    return things


def hanging_drop():
    """A drop on the round end of an upright pipette, whose tip is at z = 0. Its outline solves the Young-Laplace equation
    (weight against surface tension), from the lowest point up."""
    outline, x, z, angle, step = [(0.0, 0.0)], 0.0, 0.0, 0.0, 0.002
    while z < DROP_HEIGHT:
        angle += step * (2 / DROP_RADIUS - GRAVITY_OVER_TENSION * z - (math.sin(angle) / x if x else 1 / DROP_RADIUS))
        x, z = x + step * math.cos(angle), z + step * math.sin(angle)
        outline.append((x, z))
    hung = [(x, z - DROP_HEIGHT + 0.06) for x, z in outline[::4]]
    # Overlap the round glass slightly, because a gap would show as a bright line.
    wetted = [(0.01 + 0.087 * np.cos(a), 0.09 + 0.087 * np.sin(a)) for a in np.radians(np.linspace(-20, -90, 12))]
    drop = lathe("drop", [*hung, *wetted, (0, 0.003)], materials.juice(), 128)
    drop.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", np.ones(len(drop.data.polygons), np.float32))
    return drop


def lying(things, at, way, roll=0.0, length=11.0):
    """Lay an upright pipette down with its tip at `at` and its bulb in the direction `way` (degrees). It rests on the
    bulb and on the start of its tip. Returns its parts and its contact shadow, which is last."""
    belly = length - 0.75 + 2.2  # where the bulb is widest
    slope = (BULB - TUBE) / (belly - DRAWN)
    lean = math.asin(slope)
    tip = TUBE - DRAWN * slope
    place(things, rotation=(0, 0, roll))
    place(things, rotation=(0, 90 - math.degrees(lean), 0))
    place(things, (at[0], at[1], tip), (0, 0, way))
    s = np.linspace(0, length - 0.5, 120)
    round_ = np.interp(s, [0, 1.45, DRAWN, length], [0.115, 0.135, TUBE, TUBE])
    gap = tip + s * slope - round_
    across = np.linspace(-1, 1, 17)
    half = round_ + 0.10
    dark = np.outer(np.exp(-gap / 0.12) * np.clip(s / 1.5, 0, 1), (1 - across**2) ** 1.3)
    points = np.stack([np.outer(s, across * 0 + 1), np.outer(half, across), np.full(dark.shape, 0.004)], -1)
    return [*things, place(_darkening(points.reshape(-1, 3), grid_faces(len(s), len(across)), dark.ravel(), 0.85), (at[0], at[1], 0), (0, 0, way))]
