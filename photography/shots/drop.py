"""A drop about to fall from a pipette into a vial. It shows the balcony behind it upside down."""

import numpy as np

import light
import materials
from props import glassware
from props.form import lathe, place
from render import camera
from shots._hero import empty

NAME = "drop"
SIZES = {
    "draft": {"size": (500, 375), "samples": 24},
    "final": {"size": (1840, 1380), "samples": 16,
              "detail": {"objects": ("drop", "pipette"), "samples": 80},
              "rim": {"border": (4 / 64, 60 / 64, 0, 15 / 64), "samples": 28}},
}

TIP = (-6.45, 0.0, 4.02)  # between two bars
VIAL = (-6.45, 1.7, 0.7)
LENGTH, ROUND = 0.494, 0.14  # the drop's height, and its radius of curvature at its lowest point
WEIGHT = 20.0  # density × gravity / surface tension, in cm⁻²


def hanging():
    """A pendant drop that wets the round end of the tip, which begins at z = 0. The outline bends as the drop's weight
    and surface tension demand (Young-Laplace), from the lowest point up."""
    outline, x, z, angle, step = [(0.0, 0.0)], 0.0, 0.0, 0.0, 0.002
    while z < LENGTH:
        angle += step * (2 / ROUND - WEIGHT * z - (np.sin(angle) / x if x else 1 / ROUND))
        x, z = x + step * np.cos(angle), z + step * np.sin(angle)
        outline.append((x, z))
    hung = [(x, z - LENGTH + 0.06) for x, z in outline[::4]]
    # Reach a little into the round glass: a gap would show as a bright line.
    wetted = [(0.01 + 0.087 * np.cos(a), 0.09 + 0.087 * np.sin(a)) for a in np.radians(np.linspace(-20, -90, 12))]
    drop = lathe("drop", [*hung, *wetted, (0, 0.003)], materials.juice(), 128)
    drop.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", np.ones(len(drop.data.polygons), np.float32))
    return drop


def build(label):
    """Very close, in the evening's light."""
    empty("1930")
    place([*glassware.pipette(level=2.2), hanging()], TIP)
    place(glassware.vial(0.92, 2.25, 1.0), VIAL)
    light.cards((TIP[0], 0, 0), 0.5)
    camera((TIP[0], -40, 3.48), lens=620, focus=40.0, fstop=18)
