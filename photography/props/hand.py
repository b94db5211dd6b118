"""The outline of a hand whose finger presses a spray head, for its shadow."""
import numpy as np
from shapely.geometry import MultiPoint, Point
from shapely.ops import unary_union


def _limb(*joints):
    """A smooth limb through joints of (x, z, radius) in cm: tapered capsules along a Catmull-Rom curve."""
    p = np.array([joints[0], *joints, joints[-1]])
    p[0], p[-1] = 2 * p[1] - p[2], 2 * p[-2] - p[-3]
    t = np.linspace(0, 1, 12, endpoint=False)[:, None]
    bends = [0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
             for a, b, c, d in zip(p, p[1:], p[2:], p[3:])]
    rounds = [Point(x, z).buffer(radius, 32) for x, z, radius in np.vstack([*bends, p[-2:-1]])]
    return unary_union([MultiPoint([*a.exterior.coords, *b.exterior.coords]).convex_hull for a, b in zip(rounds, rounds[1:])])


def pressing():
    """A right hand from the right, seen from the side. The tip of its index finger is at the origin; the arm leaves at
    x = 30 cm."""
    index = _limb((0.12, 0.5, 0.46), (0.75, 1.75, 0.6), (2.3, 3.45, 0.7), (4.6, 4.35, 0.8), (7.2, 4.5, 1.1))
    thumb = _limb((2.3, 0.35, 0.5), (3.5, 0.62, 0.7), (5.6, 1.05, 0.78), (8.6, 2.2, 1.25), (10.6, 3.0, 1.6))
    middle = _limb((-0.35, 5.35, 0.45), (1.2, 6.05, 0.56), (3.5, 6.1, 0.66), (7.2, 4.9, 1.0))
    ring = _limb((0.55, 7.75, 0.42), (2.0, 8.3, 0.52), (4.3, 7.95, 0.63), (7.6, 5.5, 1.0))
    little = _limb((3.3, 9.6, 0.36), (4.5, 9.4, 0.44), (6.0, 8.5, 0.54), (8.4, 5.8, 0.95))
    palm = _limb((7.4, 4.6, 1.45), (9.2, 4.4, 2.2), (11.2, 3.7, 2.1), (13.2, 3.1, 1.75), (15.4, 2.5, 1.85), (19, 1.5, 2.3), (30, -1.6, 3.0))
    # Rounds the corners between the fingers.
    return unary_union([index, thumb, middle, ring, little, palm]).buffer(0.2).buffer(-0.45).buffer(0.25)
