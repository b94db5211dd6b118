"""Blotters: strips of thick paper that carry a scent, one of them dipped."""
import math

import numpy as np

from .form import add_mesh, fractal, grid_faces, noise
from .surface import Nodes, kept

THICK = 0.032
PAPER = np.array([0.585, 0.535, 0.455])


@kept
def pulp():
    """Unsized paper: soft, and a little light comes through."""
    n = Nodes("Blotter")
    fibre = n.noise(n.mapped(), 22, 4, 0.62)
    tone = n.mix_colour(n.math("MULTIPLY", fibre, 0.16), n.attribute("Col"), (0.40, 0.355, 0.285))
    face = n.add("ShaderNodeBsdfDiffuse", Color=tone, Roughness=0.5, Normal=n.bump(fibre, 0.25, 0.012)).outputs[0]
    return n.surface(n.mix(0.14, face, n.add("ShaderNodeBsdfTranslucent", Color=tone).outputs[0]))


def _stain(u, s, length, wet, seed):
    """How far the perfume has come at (u across, s along): paler inside, a darker rim where it stopped."""
    if not wet:
        return np.zeros_like(s)
    edge = length - wet + 0.10 * noise(np.column_stack([u.ravel() * 2.4, 0 * u.ravel(), 0 * u.ravel() + seed]), seed).reshape(u.shape)
    edge = edge - 0.10 * (1 - (u / 0.42) ** 2)
    inside = np.clip((s - edge) / 0.10, 0, 1)
    rim = np.exp(-(((s - edge - 0.07) / 0.06) ** 2))
    return np.clip(0.58 * inside + 0.22 * np.clip((s - edge) / wet, 0, 1) + 0.28 * rim, 0, 1)


def strip(length=12.0, width=0.92, curl=0.0, curl_from=0.0, wet=0.0, seed=0):
    """One strip along +z from the origin, its broad face to -y; it curls back (+y) past `curl_from`, by `curl` cm at its
    end. Its tip is cut to a blunt point, and `wet` cm of it were dipped."""
    s = np.concatenate([np.linspace(0, length - 2.6, 60), np.linspace(length - 2.57, length, 90)])
    across = np.linspace(-1, 1, 25)
    S, C = np.meshgrid(s, across, indexing="ij")
    taper = np.clip((length - S) / 0.85, 0, 1)
    half = width / 2 * (0.36 + 0.64 * np.sin(taper * math.pi / 2))
    U = C * half
    past = np.clip((S - curl_from) / (length - curl_from), 0, 1)
    wave = 0.02 * fractal(np.column_stack([S.ravel() * 0.35, 0 * S.ravel(), 0 * S.ravel()]), seed + 3, 2).reshape(S.shape)
    back = curl * past**2 + (wave * past)
    lean = np.gradient(back[:, 0], s)[:, None]
    up = S - 0.5 * np.cumsum(np.append(0, np.diff(s) * lean[1:, 0] ** 2))[:, None]  # it gets no longer
    stain = _stain(U, S, length, wet, seed)[..., None]
    amber = np.array([0.43, 0.225, 0.055])
    colour = PAPER * (1 - stain) + amber * stain
    sheets, faces, colours = [], [], []
    rows, columns = S.shape
    for side in (-1, 1):
        offset = side * THICK / 2
        n_z, n_y = -lean / np.hypot(1, lean), 1 / np.hypot(1, lean)
        sheets.append(np.stack([U, back + offset * n_y, up + offset * n_z], -1).reshape(-1, 3))
        colours.append(colour.reshape(-1, 3))
        quads = grid_faces(rows, columns) + (0 if side < 0 else rows * columns)
        faces += (quads[:, ::-1] if side < 0 else quads).tolist()
    index = np.arange(rows * columns).reshape(rows, columns)
    loop = np.concatenate([index[0, :], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    edge = [(a, b, b + rows * columns, a + rows * columns) for a, b in zip(loop, np.roll(loop, -1))]
    # Their own vertices keep the cut edge crisp.
    points = np.concatenate(sheets)
    tones = np.concatenate(colours)
    corner, cut = [], []
    for quad in edge:
        cut.append(tuple(len(points) + len(corner) + k for k in range(4)))
        corner += list(quad)
    return add_mesh("blotter", np.concatenate([points, points[corner]]), faces + cut, pulp(), colours=np.concatenate([tones, tones[corner]]))
