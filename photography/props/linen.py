"""A sheer linen curtain with the sun behind it."""
import numpy as np

from .form import add_mesh, grid_faces, noise
from .surface import Nodes, kept


@kept
def linen(through):
    """Unbleached linen. The light it transmits is warmer than the light that falls on it."""
    n = Nodes("Linen")
    thread = n.noise(n.mapped((9, 9, 0.6)), 1.0, 3)
    tone = n.mix_colour(n.math("MULTIPLY", thread, 0.25), through, tuple(c * 0.8 for c in through))
    cloth = n.add("ShaderNodeBsdfTranslucent", Color=tone).outputs[0]
    front = n.add("ShaderNodeBsdfDiffuse", Color=(0.5, 0.45, 0.38)).outputs[0]
    return n.surface(n.mix(0.25, cloth, front))


def curtain(y=30.0, through=(0.40, 0.37, 0.32), width=160.0, tall=70.0, seed=2):
    """Hanging folds across the picture. It casts no shadow, as if it were drawn aside in the sun's path."""
    x = np.linspace(-width / 2, width / 2, 900)
    wave = noise(np.column_stack([x * 0.10, x * 0, x * 0]), seed) * 2.6 + noise(np.column_stack([x * 0.31, x * 0, x * 0]), seed + 1) * 0.9
    z = np.linspace(-4, tall, 8)
    X, Z = np.meshgrid(x, z, indexing="ij")
    points = np.stack([X, y + wave[:, None] * (1.15 - 0.15 * Z / tall), Z], -1).reshape(-1, 3)
    ob = add_mesh("Curtain", points, grid_faces(len(x), len(z)), linen(through))
    ob.visible_shadow = False
    return ob
