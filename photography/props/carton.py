"""The bottle's box: a rigid two-piece carton, wrapped in paper, the name stamped in gold foil."""
import numpy as np
from shapely.affinity import translate

import label as type_
from mesh import new_object

from .form import block, place
from .surface import Nodes, kept

WIDTH, DEPTH, HEIGHT = 7.6, 5.2, 13.2
SEAM = 4.3  # where the lid meets the base
GAP = 0.07
EDGE = 0.055  # paper folded over board: crisp, never sharp


@kept
def wrap(colour):
    """Uncoated dyed paper: a fine felt grain that only raking light shows."""
    n = Nodes("Wrap")
    felt = n.noise(n.mapped(), 20, 4, 0.65)
    # Most of the grain is in the colour, because the denoiser takes grain from bumps alone for noise.
    tone = n.ramp(felt, [(0.34, tuple(c * 0.80 for c in colour)), (0.66, tuple(c * 1.18 for c in colour))])
    return n.surface(n.principled(Base_Color=tone, Roughness=0.7, Specular=0.18, Normal=n.bump(felt, 0.55, 0.03)))


@kept
def foil():
    """Hot-stamped gold: a mirror slightly roughened by the paper under it."""
    n = Nodes("Foil")
    felt = n.noise(n.mapped(), 14, 4, 0.62)
    return n.surface(n.principled(Base_Color=(1.0, 0.74, 0.36), Metallic=1.0, Roughness=0.24, Normal=n.bump(felt, 0.30, 0.012)))


def stamped(name, polygon, y, z):
    """A flat polygon (x, z) in foil on the face towards -y."""
    flat, faces = type_.triangles(polygon)
    points = np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1] + z])
    return new_object(name, points, faces, foil(), smooth=False)


def carton(label, colour, location=(0, 0, 0), turn=0.0):
    """The closed box, its front towards -y, with the same text as the bottle's label. `turn` is in degrees."""
    paper = wrap(colour)
    lid = block("lid", (WIDTH, DEPTH, HEIGHT - SEAM), paper, EDGE, 4)
    base = block("base", (WIDTH, DEPTH, SEAM - GAP), paper, EDGE, 4)
    # The shoulder under the lid shows as a thin dark line.
    shoulder = block("shoulder", (WIDTH - 0.03, DEPTH - 0.03, 2.0), wrap(tuple(c * 0.5 for c in colour)), 0.05)
    place(lid, (0, 0, SEAM))
    place(shoulder, (0, 0, SEAM - 1.0))
    front = -DEPTH / 2 - 0.004
    name = type_.text(label["brand"].upper(), type_.SERIF, 560, 0.62, 0.14)
    kind = type_.text(label["concentration"].upper(), type_.SANS, 470, 0.165, 0.24)
    volume = type_.text(label["volume"], type_.SERIF, 540, 0.30, 0.03)
    things = [lid, base, shoulder,
              stamped("stamped sun", translate(type_.sun(0.42), 0, 0), front, 11.2),
              stamped("stamped name", name, front, 9.5),
              stamped("stamped kind", kind, front, 9.0),
              stamped("stamped volume", volume, front, 1.1)]
    return place(things, location, (0, 0, turn))
