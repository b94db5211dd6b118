"""A dropper: drawn glass, a gilt collar with a milled edge, a rubber bulb, a little perfume drawn up."""
import math

import numpy as np

from .apothecary import PERFUME, vessel
from .form import add_mesh, grid_faces, lathe, place
from .surface import glass, gold, rubber


def milled(name, radius, low, high, teeth, depth, material):
    """A ring with fine upright teeth."""
    angle = np.linspace(0, 2 * math.pi, teeth * 6, endpoint=False)
    tooth = radius + depth * np.clip(np.cos(angle * teeth) * 1.6, -1, 1) / 2
    rows = []
    for z, inset in ((low, 0.06), (low + 0.02, 0.01), (low + 0.04, 0.0), (high - 0.04, 0.0), (high - 0.02, 0.01), (high, 0.06)):
        rows.append(np.stack([(tooth - inset) * np.cos(angle), (tooth - inset) * np.sin(angle), np.full_like(angle, z)], -1))
    count = len(angle)
    faces = [tuple(f) for f in grid_faces(len(rows), count, close_columns=True)]
    faces += [tuple(range(count))[::-1], tuple(range((len(rows) - 1) * count, len(rows) * count))]
    return add_mesh(name, np.concatenate(rows), faces, material)


def pipette(name="Pipette", tube=6.6, filled=0.45):
    """A dropper standing on its tip at the origin, bulb up. Outer radius of the collar 0.62."""
    out, wall = 0.30, 0.075
    tip, shoulder = 0.10, 1.5
    outside = [(tip * 0.45, 0.0), (tip, 0.01, 0.02), (tip, 0.75, 0.3), (out, shoulder, 0.5), (out, tube)]
    inside = [(0, 0.10), (tip * 0.45, 0.12, 0.02), (tip * 0.45, 0.8, 0.3), (out - wall, shoulder + 0.05, 0.5), (out - wall, tube)]
    things = vessel(name + " glass", outside, inside, shoulder + (tube - shoulder) * filled, glass(), PERFUME, 48)
    things.append(lathe(name + " collar", [(0, tube - 0.42), (0.42, tube - 0.42, 0.04), (0.52, tube - 0.42, 0.05), (0.56, tube - 0.30, 0.05),
                                           (0.56, tube + 0.42, 0.06), (0.46, tube + 0.50, 0.05), (0, tube + 0.50)], gold(), 96))
    things.append(milled(name + " milling", 0.60, tube - 0.16, tube + 0.34, 54, 0.035, gold()))
    things.append(lathe(name + " bulb", [(0, tube + 0.48), (0.40, tube + 0.48, 0.03), (0.41, tube + 0.62, 0.04), (0.36, tube + 0.72, 0.10),
                                         (0.40, tube + 1.05, 0.3), (0.44, tube + 1.8, 0.5), (0.38, tube + 2.35, 0.35), (0.0, tube + 2.45)], rubber(), 64))
    return things


def lying(name="Pipette", tube=6.6, filled=0.30):
    """The dropper laid on z = 0 along x, tip at -x: it touches with its milled collar and its tip."""
    things = pipette(name, tube, filled)
    collar, at = 0.60 + 0.0175, tube + 0.09
    slope = math.asin((collar - 0.10) / at)
    # Turn the axis from z to x, tip end first, then lower the tip until both touch.
    place(things, rotation=(0, 90, 0))
    place(things, rotation=(0, -math.degrees(slope), 0))
    place(things, (-at / 2, 0, 0.10 * math.cos(slope)))
    return things
