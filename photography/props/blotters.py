"""Blotters: strips of thick paper that carry a scent, one of them dipped."""
import math
from functools import cache

import numpy as np

import label as type_
import materials
from mesh import new_object

from .form import add_mesh, fractal, grid_faces, noise
from .surface import Nodes

THICK = 0.032
PAPER = np.array([0.66, 0.61, 0.53])


@cache
def pulp():
    """Unsized paper: soft and slightly translucent."""
    n = Nodes("Blotter")
    fibre = n.noise(n.mapped(), 22, 4, 0.62)
    tone = n.mix_colour(n.math("MULTIPLY", n.ramp(fibre, [(0.34, 0.0), (0.68, 1.0)]), 0.6), n.attribute("Col"), (0.46, 0.41, 0.335))
    face = n.add("ShaderNodeBsdfDiffuse", Color=tone, Roughness=0.5, Normal=n.bump(fibre, 0.4, 0.014)).outputs[0]
    sheet = n.mix(0.14, face, n.add("ShaderNodeBsdfTranslucent", Color=tone).outputs[0])
    # Transmitted light reaches a strip close behind, so the shadow there is soft and pale.
    path = n.add("ShaderNodeLightPath")
    near = n.math("MULTIPLY", n.math("POWER", 0.14, path.outputs["Ray Length"]), 0.40)
    through = n.add("ShaderNodeBsdfTransparent", Color=(1.0, 0.90, 0.78)).outputs[0]
    return n.surface(n.mix(n.math("MULTIPLY", near, path.outputs["Is Shadow Ray"]), sheet, through))


def _stain(u, s, length, wet, seed):
    """The perfume stain's strength at (u across, s along): paler inside, a darker rim where it stopped."""
    if not wet:
        return np.zeros_like(s)
    edge = length - wet + 0.10 * noise(np.column_stack([u.ravel() * 2.4, 0 * u.ravel(), 0 * u.ravel() + seed]), seed).reshape(u.shape)
    edge = edge - 0.10 * (1 - (u / 0.42) ** 2)
    inside = np.clip((s - edge + 0.14) / 0.34, 0, 1) ** 1.4
    rim = np.exp(-(((s - edge - 0.10) / 0.10) ** 2))
    return np.clip(0.60 * inside + 0.34 * np.clip((s - edge) / wet, 0, 1) + 0.20 * rim, 0, 1)


def strip(length=12.0, width=0.92, curl=0.0, curl_from=0.0, lean=0.0, twist=0.0, wet=0.0, seed=0, word=None):
    """One strip along +z from the origin, its broad face towards -y. Past `curl_from` it leans back (+y) by `lean`
    degrees, curls by `curl` cm and is twisted by `twist` degrees at its end. Its tip is narrow and round, and `wet`
    cm of it were dipped. `word` is printed along the strip. Returns its parts."""
    narrow = 0.27
    s = np.concatenate([np.linspace(0, length - 2.6, 60), np.linspace(length - 2.57, length - narrow - 0.02, 70),
                        length - narrow + narrow * np.sin(np.linspace(0, math.pi / 2 - 0.02, 26))])
    across = np.linspace(-1, 1, 25)
    S, C = np.meshgrid(s, across, indexing="ij")
    shoulder = np.clip((length - S - narrow) / 1.7, 0, 1)
    end = np.clip((length - S) / narrow, 0, 1)
    half = (narrow + (width / 2 - narrow) * shoulder**2 * (3 - 2 * shoulder)) * np.sqrt(end * (2 - end))
    U = C * half
    past = np.clip((s - curl_from) / (length - curl_from), 0, 1)
    free = length - curl_from
    back = curl * past**2 + math.tan(math.radians(lean)) * free * (past - 0.05 * (1 - np.exp(-past / 0.05)))
    back = back + 0.05 * past * fractal(np.column_stack([s * 0.35, 0 * s, 0 * s]), seed + 3, 2)
    tilt = np.gradient(back, s)
    up = s - 0.5 * np.cumsum(np.append(0, np.diff(s) * tilt[1:] ** 2))  # preserves the length
    turn = np.tan(np.radians(twist) * past)
    # Paper is never quite flat across its width.
    cup = 0.035 * past * (1 - 2.2 * noise(np.column_stack([s * 0, s * 0, s * 0 + seed * 1.7]), 5))

    def laid(u, along, lift):
        """The position of a point of the strip's middle plane after bending, offset by `lift` to the back."""
        slope = np.interp(along, s, tilt)
        k = np.hypot(1, slope)
        return np.stack([u, np.interp(along, s, back) + np.interp(along, s, cup) * (2 * u / width) ** 2 + np.interp(along, s, turn) * u + lift / k,
                         np.interp(along, s, up) - lift * slope / k], -1)

    stain = _stain(U, S, length, wet, seed)[..., None]
    amber = np.array([0.43, 0.225, 0.055])
    paper = PAPER * (1 - 0.025 * (2 * seed % 5))  # varies between strips
    colour = paper * (1 - stain) + amber * stain
    sheets, faces, colours = [], [], []
    rows, columns = S.shape
    for side in (-1, 1):
        sheets.append(laid(U, S, side * THICK / 2).reshape(-1, 3))
        colours.append(colour.reshape(-1, 3))
        quads = grid_faces(rows, columns) + (0 if side < 0 else rows * columns)
        faces += (quads[:, ::-1] if side < 0 else quads).tolist()
    index = np.arange(rows * columns).reshape(rows, columns)
    loop = np.concatenate([index[0, :], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    edge = [(a, b, b + rows * columns, a + rows * columns) for a, b in zip(loop, np.roll(loop, -1))]
    # Separate vertices keep the cut edge crisp.
    points = np.concatenate(sheets)
    tones = np.concatenate(colours)
    corner, cut = [], []
    for quad in edge:
        cut.append(tuple(len(points) + len(corner) + k for k in range(4)))
        corner += list(quad)
    parts = [add_mesh("blotter", np.concatenate([points, points[corner]]), faces + cut, pulp(),
                      colours=np.concatenate([tones, tones[corner]]))]
    if word:
        flat, triangles = type_.triangles(type_.text(word, type_.SERIF, 580, 0.40, 0.14))
        parts.append(new_object("word", laid(0.125 - flat[:, 1], 0.56 * length + flat[:, 0], -THICK / 2 - 0.005), triangles, materials.ink(), smooth=False))
    return parts
