"""The outline of a hand whose finger presses a spray head, for its shadow."""
from shapely.geometry import MultiPoint, Point
from shapely.ops import unary_union


def _limb(*joints):
    """A limb through joints of (x, z, radius) in cm, straight between them, as bones are."""
    rounds = [Point(x, z).buffer(radius, 32) for x, z, radius in joints]
    return unary_union([MultiPoint([*a.exterior.coords, *b.exterior.coords]).convex_hull for a, b in zip(rounds, rounds[1:])])


def pressing():
    """A right hand from the right, seen from the side. The tip of its index finger is at the origin; the arm leaves at
    x = 33 cm."""
    index = _limb((0.3, 0.66, 0.56), (1.7, 1.95, 0.6), (3.9, 3.35, 0.74), (7.6, 4.3, 1.0))
    thumb = _limb((3.7, 0.35, 0.6), (6.1, 0.1, 0.76), (9.0, 0.95, 0.9), (12.4, 2.3, 1.5))
    middle = _limb((0.2, 4.75, 0.5), (1.9, 5.75, 0.58), (4.5, 6.2, 0.72), (8.2, 5.0, 1.0))
    ring = _limb((1.7, 8.2, 0.47), (3.5, 8.6, 0.55), (6.0, 8.15, 0.68), (8.9, 5.7, 1.0))
    little = _limb((4.9, 10.8, 0.4), (6.4, 10.3, 0.46), (7.9, 9.2, 0.56), (9.8, 6.3, 0.9))
    palm = _limb((9.0, 4.6, 1.5), (10.4, 4.3, 2.4), (13.4, 3.2, 2.35), (16.6, 2.5, 1.9), (18.4, 2.0, 1.95), (22, 1.0, 2.5), (33, -2.2, 3.5))
    # Fills the webs between the fingers, then rounds the joints.
    return unary_union([index, thumb, middle, ring, little, palm]).buffer(0.5).buffer(-0.95).buffer(0.45)
