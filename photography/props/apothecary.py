"""Apothecary's glass: vials with stoppers, corks and droppers, and their paper labels.

Every vessel has the three interfaces that make glass with liquid believable: air to glass, glass to
liquid (normals into the glass), liquid to air. They share their edge and never overlap.
"""
import math

import numpy as np

from .form import fillet, lathe, sheet, supported
from .surface import Nodes, absorb, amber_glass, brass, clear, glass, kept, rubber

# Liquids: absorption per centimetre and the tint of the shadow.
PERFUME = ((0.04, 0.20, 0.72), (0.97, 0.84, 0.52))
STRAW = ((0.02, 0.06, 0.24), (0.98, 0.93, 0.76))


@kept
def wet(liquid):
    """Liquid where it wets glass."""
    sigma, tint = liquid
    n = Nodes("Liquid at glass")
    return n.surface(clear(n, 1.36 / 1.5, tint=tint), absorb(n, sigma))


@kept
def surface(liquid):
    """Liquid where it meets air."""
    sigma, tint = liquid
    n = Nodes("Liquid at air")
    return n.surface(clear(n, 1.36, tint=tint), absorb(n, sigma))


def vessel(name, outside, inside, level=None, material=None, liquid=None, segments=72):
    """Glass from two profiles, both from the bottom's centre up to the lip; filled to `level` if given."""
    material = material or glass()
    outside, inside = supported(fillet(outside)), supported(fillet(inside))
    if level is None or liquid is None:
        return [lathe(name, supported(np.concatenate([outside, inside[::-1]])), material, segments, flat_profile=True)]
    k = int(np.argmax(inside[:, 1] > level))
    a, b = inside[k - 1], inside[k]
    brim = a + (b - a) * (level - a[1]) / (b[1] - a[1])
    below, above = supported(np.vstack([inside[:k], brim])), supported(np.vstack([brim, inside[k:]]))
    body = lathe(name, supported(np.concatenate([outside, above[::-1]])), material, segments, flat_profile=True)
    r = brim[0]
    meniscus = [(r, level), (r - 0.02, level - 0.025), (r - 0.06, level - 0.045), (r - 0.14, level - 0.055), (0, level - 0.056)]
    meniscus = [p for p in meniscus if p[0] >= 0]
    profile = np.vstack([below, meniscus[1:]])
    filling = lathe(name + " liquid", profile, [wet(liquid), surface(liquid)], segments, flat_profile=True)
    first_top = len(below) - 1
    slots = []
    for row in range(len(profile) - 1):
        slots += [0 if row < first_top else 1] * segments
    filling.data.polygons.foreach_set("material_index", np.array(slots[: len(filling.data.polygons)], dtype=np.int32))
    return [body, filling]


@kept
def label_paper():
    """Laid paper with one printed hairline near the edge."""
    n = Nodes("Label")
    uv = n.add("ShaderNodeSeparateXYZ", Vector=n.attribute("Sheet", "Vector"))
    # `Sheet` holds the distance in cm to the upright and to the level edges.
    near = n.math("MINIMUM", uv.outputs[0], uv.outputs[1])
    line = n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", near, 0.11)), 0.011)
    fibre = n.noise(n.mapped(), 22, 5, 0.65)
    cream = n.mix_colour(n.math("MULTIPLY", fibre, 0.35), (0.83, 0.79, 0.70), (0.72, 0.665, 0.56))
    return n.surface(n.principled(Base_Color=n.mix_colour(line, cream, (0.16, 0.105, 0.05)), Roughness=0.8, Specular=0.2,
                                 Normal=n.bump(fibre, 0.25, 0.006)))


def label(name, radius, low, high, width, turn=-90):
    """A paper label round a vial, its middle looking to `turn` degrees."""
    half = width / radius / 2
    angle = math.radians(turn) + np.linspace(-half, half, 41)
    z = np.linspace(low, high, 31)
    Z, A = np.meshgrid(z, angle, indexing="ij")
    r = radius + 0.022
    points = np.stack([r * np.cos(A), r * np.sin(A), Z], -1)
    edge_x = np.minimum(A - angle[0], angle[-1] - A) * radius
    edge_z = np.minimum(Z - low, high - Z)
    # Row = z, column = angle: cross(row, column) points inward, so run the angle backwards.
    flip = slice(None, None, -1)
    return sheet(name, points[:, flip], label_paper(), 0.022, uv=np.stack([edge_x, edge_z], -1)[:, flip])


@kept
def cork_bark():
    """Cork: warm, pored."""
    n = Nodes("Cork")
    p = n.mapped()
    pores = n.noise(p, 9, 4, 0.6)
    cells = n.noise(p, 32, 3)
    colour = n.ramp(pores, [(0.33, (0.13, 0.065, 0.028)), (0.42, (0.37, 0.225, 0.115)), (0.7, (0.46, 0.30, 0.165))])
    return n.surface(n.principled(Base_Color=colour, Roughness=0.85, Specular=0.15,
                                 Normal=n.bump(n.math("ADD", pores, n.math("MULTIPLY", cells, 0.25)), 0.5, 0.03)))


def vial(name="Vial", radius=1.15, height=4.2, neck=0.52, closure="stopper", level=0.62, liquid=PERFUME,
         brown=False, label_turn=-90):
    """One bottle of the row. `height` is to the shoulder's top, `level` the filled share of it."""
    wall, floor = 0.13, 0.34
    shoulder = height - radius * 0.42
    lip = height + 0.62
    outside = [(0, 0.07), (radius * 0.66, 0.03, 0.1), (radius * 0.74, 0.0, 0.05), (radius, 0.0, 0.14), (radius, shoulder, radius * 0.5),
               (neck + 0.02, height, 0.14), (neck, height + 0.36, 0.05), (neck + 0.16, height + 0.40, 0.05),
               (neck + 0.16, lip, 0.07), (neck - 0.12, lip, 0.05)]
    inside = [(0, floor + 0.06), (radius * 0.5, floor + 0.02, 0.2), (radius - wall, floor, 0.22), (radius - wall, shoulder - 0.04, radius * 0.42),
              (neck - 0.14, height - 0.1, 0.12), (neck - 0.12, lip - 0.08, 0.03)]
    things = vessel(name, outside, inside, floor + (shoulder - floor) * level, amber_glass() if brown else glass(), liquid)
    middle, tall = height * 0.40, min(2.0, height * 0.42)
    things.append(label(name + " label", radius, middle - tall / 2, middle + tall / 2, radius * 1.55, label_turn))
    plug = neck - 0.125
    if closure == "stopper":
        things.append(lathe(name + " stopper", [
            (0, height - 0.05), (plug - 0.07, height - 0.05, 0.05), (plug - 0.002, lip - 0.06, 0.02), (plug - 0.03, lip + 0.10, 0.06), (plug + 0.02, lip + 0.18, 0.06),
            (neck + 0.20, lip + 0.34, 0.12), (neck + 0.22, lip + 0.52, 0.12), (neck - 0.05, lip + 0.86, 0.16), (0, lip + 0.90)], glass(), 72))
    elif closure == "cork":
        things.append(lathe(name + " cork", [
            (0, height + 0.1), (plug - 0.03, height + 0.1, 0.04), (plug + 0.05, lip + 0.34, 0.05), (0, lip + 0.36)], cork_bark(), 64))
    else:
        from .pipette import milled
        things.append(lathe(name + " collar", [(0, lip + 0.02), (neck + 0.12, lip + 0.02, 0.03), (neck + 0.15, lip + 0.08, 0.03),
                                               (neck + 0.15, lip + 0.52, 0.06), (neck, lip + 0.58, 0.04), (0, lip + 0.58)], brass(), 96))
        things.append(milled(name + " milling", neck + 0.19, lip + 0.10, lip + 0.46, 46, 0.035, brass()))
        top = lip + 0.56
        things.append(lathe(name + " bulb", [(0, top), (0.36, top, 0.03), (0.38, top + 0.12, 0.05), (0.33, top + 0.22, 0.1), (0.38, top + 0.6, 0.3),
                                             (0.40, top + 1.15, 0.4), (0.33, top + 1.55, 0.3), (0, top + 1.64)], rubber(), 64))
        things.append(lathe(name + " tube", [(0.05, floor + 0.5), (0.10, floor + 0.5, 0.02), (0.11, floor + 1.1, 0.3), (0.19, floor + 1.7, 0.4), (0.19, lip + 0.1),
                                             (0.13, lip + 0.1), (0.13, floor + 1.7, 0.4), (0.05, floor + 1.1, 0.3), (0.05, floor + 0.51)], glass(), 36))
    return things
