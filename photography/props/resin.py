"""Resin tears: nuggets of amber-coloured resin with rounded fracture faces, bubbles and spangles inside."""
import numpy as np

from .form import add_mesh, ball, fractal, lay_down, noise
from .surface import Nodes, absorb, clear, kept

# Absorption per centimetre (red, green, blue) and the tint of the shadow it throws. More green than
# one would think: with less of it, long inner paths glow red.
HONEY = ((0.05, 0.26, 0.90), (0.96, 0.82, 0.52))
COGNAC = ((0.13, 0.44, 1.30), (0.89, 0.71, 0.40))
PALE = ((0.03, 0.12, 0.46), (0.97, 0.87, 0.64))


@kept
def resin(hue):
    """Resin: clear inside, its skin polished on the fractures and dull with bloom in the hollows."""
    sigma, tint = hue
    n = Nodes("Resin")
    cloud = n.noise(n.mapped(), 1.5, 5, 0.6)
    pits = n.noise(n.mapped(), 11, 4, 0.6)
    worn = n.ramp(n.math("ADD", n.math("MULTIPLY", cloud, 0.75), n.math("MULTIPLY", pits, 0.25)),
                  [(0.52, 0.0), (0.66, 1.0)])
    normal = n.bump(pits, n.math("ADD", 0.05, n.math("MULTIPLY", worn, 0.30)), 0.03)
    body = clear(n, 1.54, n.math("ADD", 0.015, n.math("MULTIPLY", worn, 0.22)), tint, normal)
    # Bloom: the pale dust that natural tears carry, only where they are worn.
    dust = n.add("ShaderNodeBsdfDiffuse", Color=(0.78, 0.55, 0.27), Normal=normal)
    path = n.add("ShaderNodeLightPath")
    seen = n.math("SUBTRACT", 1.0, path.outputs["Is Shadow Ray"])
    share = n.math("MULTIPLY", n.math("MULTIPLY", worn, 0.10), seen)
    return n.surface(n.mix(share, body, dust),
                    absorb(n, sigma))


@kept
def bubble_skin():
    """A bubble: air inside resin."""
    n = Nodes("Bubble")
    return n.surface(clear(n, 1 / 1.54, 0.0, (1, 1, 1)))


def tear(name="Tear", size=(1.3, 1.0, 0.9), seed=0, hue=HONEY, sharp=9.0, faces=13, bubbles=5, detail=26000):
    """A nugget that lies on its own resting face on z = 0.

    It is a body cut by planes whose edges are melted (`sharp`: higher is crisper), so that it shows
    the few broad faces of broken resin and not the bumps of a noise field.
    """
    random = np.random.default_rng(seed)
    direction, triangles = ball(detail)
    plane = random.normal(size=(faces, 3))
    plane /= np.linalg.norm(plane, axis=1, keepdims=True)
    far = random.uniform(0.72, 1.05, faces)
    warped = direction + 0.10 * np.stack([noise(direction * 1.7 + 11 * k, seed + k) for k in range(3)], -1)
    facing = np.clip(warped @ plane.T, 0, None) / far
    power = sharp * (1 + 0.35 * noise(direction * 1.2, seed + 5))[:, None]
    r = (np.sum(facing ** power, axis=1) + 0.72 ** power[:, 0]) ** (-1 / power[:, 0])
    r += 0.030 * fractal(direction * 2.2, seed + 7, 3)
    # Conch ripples: faint rings that run over a fracture from where it was struck.
    struck = direction[random.integers(len(direction))]
    along = np.linalg.norm(direction - struck, axis=1)
    r += 0.006 * np.sin(along * 26) * np.clip(1.1 - along, 0, 1)
    r += 0.004 * noise(direction * 14, seed + 8)
    body = direction * r[:, None] * np.array(size)
    body = lay_down(body)
    things = [add_mesh(name, body, triangles, resin(hue))]
    centre = (body.max(0) + body.min(0)) / 2
    for k in range(bubbles):
        small, faces_ = ball(500)
        at = centre + random.uniform(-0.42, 0.42, 3) * np.array(size) * (1, 1, 0.8)
        radius = random.uniform(0.018, 0.05)
        things.append(add_mesh(f"{name} bubble {k}", small * radius * (1, 1, random.uniform(0.8, 1.3)) + at,
                               faces_, bubble_skin()))
    return things
