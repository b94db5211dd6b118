"""Orange blossom (azahar): five waxy petals, a crown of stamens, and buds."""
import math

import numpy as np

from .form import add_mesh, ball, grid_faces, lathe, place, sheet, wire
from .surface import Nodes, kept


@kept
def petal_white():
    """Thick waxy white: light enters and comes out at the other side."""
    n = Nodes("Petal")
    colour = n.attribute("Col")
    grain = n.noise(n.mapped((1, 1, 1)), 26, 4, 0.6)
    wax = n.principled(Base_Color=colour, Roughness=0.46, Specular=0.32, Normal=n.bump(grain, 0.10, 0.008))
    through = n.add("ShaderNodeBsdfTranslucent", Color=(0.90, 0.82, 0.66))
    return n.surface(n.mix(0.30, wax, through))


@kept
def plain(name, colour, roughness=0.6):
    n = Nodes(name)
    grain = n.noise(n.mapped(), 15, 3)
    return n.surface(n.principled(Base_Color=n.mix_colour(grain, colour, tuple(c * 0.75 for c in colour)),
                                 Roughness=roughness))


def petal(name="Petal", length=1.75, width=0.78, lift=0.5, roll=0.55, seed=0):
    """One petal along +x from the origin: narrow foot, broad shoulder, blunt tip that rolls back.

    `lift` is its rise at the foot in radians, `roll` how far it bends back to the tip.
    """
    random = np.random.default_rng(seed)
    u, v = np.linspace(0, 1, 40), np.linspace(-1, 1, 25)
    U, V = np.meshgrid(u, v, indexing="ij")
    outline = (np.sin(math.pi * np.clip(U * 0.97 + 0.03, 0, 1) ** 0.86) ** 0.62) * (0.62 + 0.50 * U)
    outline *= np.clip(1.15 - U ** 7, 0, 1)
    outline = np.maximum(outline, 0.05)
    y = V * outline * width / 2
    angle = lift - roll * 2.0 * u ** 1.35 + 0.08 * random.normal()
    along, rise = (np.cumsum(f(angle)) * length / len(u) for f in (np.cos, np.sin))
    # A spoon across, with a soft keel, and an edge that waves a little.
    cup = 0.34 * y ** 2 * (1.2 - U) * 2.2 + 0.03 * np.exp(-(y / 0.05) ** 2) * (1 - U)
    wave = 0.045 * np.sin(U * 7 + seed * 1.7 + (V > 0) * 2.1) * np.abs(V) ** 2.5 * U
    ribs = 0.004 * np.sin(V * 17 + seed) * (1 - U * 0.6)
    lift_off = cup + wave + ribs
    nx, nz = -np.sin(angle)[:, None], np.cos(angle)[:, None]
    points = np.stack([along[:, None] + lift_off * nx, y + 0.06 * length * np.sin(u * 2.4 + seed)[:, None] * 0.3,
                       rise[:, None] + lift_off * nz], -1)
    white, cream, green = np.array([0.86, 0.845, 0.79]), np.array([0.84, 0.79, 0.66]), np.array([0.62, 0.66, 0.38])
    t = np.clip(np.abs(V) * 0.25 + 0.15 * np.sin(V * 17 + seed), 0, 1)[..., None]
    foot = np.exp(-(U / 0.13) ** 2)[..., None] * 0.6
    colour = (white * (1 - t * 0.6) + cream * t * 0.6) * (1 - foot) + green * foot
    thick = 0.055 * (1 - 0.62 * np.abs(V) ** 2) * (1 - 0.5 * U)
    return sheet(name, points, petal_white(), np.maximum(thick, 0.014), colours=colour.reshape(-1, 3))


def flower(name="Azahar", seed=0, open_=0.75, size=1.0):
    """An open blossom, its foot at the origin, looking to +z. `open_` 0 is shut, 1 flat."""
    random = np.random.default_rng(seed)
    things = []
    for k in range(5):
        turn = k * 72 + random.uniform(-7, 7)
        p = petal(f"{name} petal {k}", random.uniform(1.6, 1.85), random.uniform(0.72, 0.84),
                  lift=1.18 - 1.05 * open_ + random.uniform(-0.10, 0.10),
                  roll=0.28 + 0.22 * open_ + random.uniform(-0.12, 0.16), seed=seed * 10 + k)
        # Alternate petals sit a hair higher, so that neighbours overlap and never cut one another.
        place(p, (0, 0, 0.13 + (0.03 if k % 2 else 0.0)), (random.uniform(-9, 9), 0, turn))
        p.matrix_world.translation += place_out(turn, 0.10)
        things.append(p)
    cream, yellow, green = plain("Filament", (0.84, 0.81, 0.70)), plain("Anther", (0.80, 0.47, 0.06)), \
        plain("Pistil", (0.42, 0.48, 0.16))
    for k in range(18):
        a = k * 2 * math.pi / 18 + random.uniform(-0.1, 0.1)
        lean, tall = random.uniform(0.13, 0.25), random.uniform(0.55, 0.74)
        t = np.linspace(0, 1, 9)
        r = 0.11 + lean * t ** 1.5
        path = np.stack([r * np.cos(a), r * np.sin(a), 0.12 + tall * t], -1)
        things.append(wire(f"{name} filament {k}", path, 0.022, cream, 8))
        seed_form, faces = ball(260)
        things.append(place(add_mesh(f"{name} anther {k}", seed_form * (0.036, 0.036, 0.085), faces, yellow),
                            path[-1] + (0, 0, 0.03), (random.uniform(-35, 35), random.uniform(-35, 35), 0)))
    things.append(lathe(name + " pistil", [(0, 0.05), (0.09, 0.08, 0.03), (0.07, 0.3, 0.05), (0.045, 0.42, 0.03),
                                           (0.045, 0.72, 0.02), (0.10, 0.78, 0.04), (0.09, 0.88, 0.04), (0, 0.90)],
                        green, 24))
    things.append(lathe(name + " calyx", [(0, -0.25), (0.06, -0.25, 0.02), (0.07, -0.05, 0.05), (0.20, 0.06, 0.05),
                                          (0.22, 0.16, 0.02), (0.17, 0.17, 0.02), (0, 0.12)], green, 24))
    if size != 1.0:
        place(things, scale=size)
    return things


def place_out(turn, distance):
    from mathutils import Vector
    return Vector((math.cos(math.radians(turn)), math.sin(math.radians(turn)), 0)) * distance


def bud(name="Bud", length=1.25, seed=0):
    """A closed blossom lying along +x on z = 0: four seams show where the petals will part."""
    t = np.linspace(0, 1, 60)
    angle = np.linspace(0, 2 * math.pi, 60, endpoint=False)
    radius = 0.30 * np.sin(math.pi * t ** 0.72) ** 0.72 * (0.72 + 0.36 * t) + 0.005
    T, A = np.meshgrid(t, angle, indexing="ij")
    seam = 0.06 * np.exp(-((((A * 5 / (2 * math.pi) + T * 0.5 + seed) % 1) - 0.5) / 0.07) ** 2) * np.sin(math.pi * T)
    R = radius[:, None] * (1 - seam)
    points = np.stack([T * length, R * np.cos(A), R * np.sin(A) + 0.29], -1)
    white, green = np.array([0.85, 0.83, 0.76]), np.array([0.60, 0.64, 0.36])
    f = np.exp(-(T / 0.22) ** 2)[..., None] * 0.7 + seam[..., None] * 2
    colour = white * (1 - f) + green * f
    body = add_mesh(name, points.reshape(-1, 3), grid_faces(60, 60, close_columns=True), petal_white(),
                    colours=colour.reshape(-1, 3))
    calyx = lathe(name + " calyx", [(0, -0.34), (0.06, -0.34, 0.02), (0.07, -0.12, 0.05), (0.17, -0.02, 0.05),
                                    (0.19, 0.10, 0.02), (0.14, 0.10, 0.02), (0, 0.04)],
                  plain("Pistil", (0.42, 0.48, 0.16)), 24)
    place(calyx, (0, 0, 0.29), (0, 90, 0))
    return [body, calyx]
