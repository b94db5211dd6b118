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
    "draft": {"size": (1000, 750), "samples": 32},
    "final": {"size": (2000, 1500), "samples": 24,
              "detail": {"objects": ("drop",), "samples": 160},
              "glass": {"border": (18 / 64, 46 / 64, 0, 64 / 64), "samples": 60}},
}

TIP = (-6.45, 0.0, 4.02)  # between two bars
VIAL = (-6.45, 1.7, 0.0)
DROP, NECK = 0.19, 0.086  # their radii


def hanging():
    """A pendant drop: a sphere that narrows to a neck and wets the tip, whose lower face is at z = 0."""
    middle = -0.36
    round_ = [(DROP * np.cos(a), middle + DROP * np.sin(a)) for a in np.radians(np.linspace(-90, 26, 40))]
    (x, z), a = round_[-1], np.radians(26)
    ends = np.array([(x, z), (x - 0.13 * np.sin(a), z + 0.13 * np.cos(a)), (NECK, -0.11), (0.098, -0.004)])
    t = np.linspace(0, 1, 24)[1:, None]
    neck = (1 - t) ** 3 * ends[0] + 3 * t * (1 - t) ** 2 * ends[1] + 3 * t**2 * (1 - t) * ends[2] + t**3 * ends[3]
    drop = lathe("drop", [*round_, *map(tuple, neck), (0, -0.004)], materials.juice(), 128)
    drop.data.attributes.new("top", "FLOAT", "FACE").data.foreach_set("value", np.ones(len(drop.data.polygons), np.float32))
    return drop


def build(label):
    """Very close, in the evening's light."""
    empty("1930")
    place([*glassware.pipette(level=2.2), hanging()], TIP)
    place(glassware.vial(0.92, 2.25, 1.0), VIAL)
    light.cards((TIP[0], 0, 0), 0.5)
    camera((TIP[0], -40, 3.36), lens=500, focus=40.0, fstop=18)
