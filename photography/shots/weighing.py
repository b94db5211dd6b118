"""Weighing: a drop about to fall into the vial on a balance's pan, in front of the balcony's shadow."""

import light
from props import brass, glassware
from props.form import place
from render import camera
from shots._hero import BARS, Window, balcony, empty

NAME = "weighing"
SIZES = {
    "draft": {"size": (800, 600), "samples": 32},
    "final": {"size": (1840, 1380), "samples": 18,
              "detail": {"border": (6 / 64, 58 / 64, 6 / 64, 58 / 64), "samples": 36}},
}

PAN, RIM, APEX = (0.6, -0.6), 2.0, 11.5
TIP = 5.3
WEIGHTS = [(0.95, 1.25, "20 g", (-6.0, -2.4), 14), (0.68, 0.92, "10 g", (-4.3, -3.2), -24), (0.47, 0.66, "5 g", (-3.0, -3.6), 6)]
BALCONY = (
    (0.0, ((-60.0, -60.0), (-9.4, -60.0), (-9.4, 80.0), (-60.0, 80.0)), BARS),
    *balcony((-6.9, 7.9), 0.0, -5.0),
)


def build(label):
    """Close, in the evening's light."""
    empty("1930", Window(afternoon=BALCONY, evening=BALCONY))
    place(brass.balance(RIM, APEX), (*PAN, 0), (0, 0, -16))
    place(glassware.vial(0.92, 2.25, 1.0), (*PAN, RIM - 0.625))
    place([*glassware.pipette(level=2.2), glassware.hanging_drop()], (*PAN, TIP))
    for radius, tall, mark, (x, y), turn in WEIGHTS:
        place(brass.weight(radius, tall, mark), (x, y, 0), (0, 0, turn))
        glassware.contact(radius + 0.03, (x, y), 0.9, 0.22)
    light.cards((0, 0, 0), 0.5)
    light.card((-26, -26, 24), (0, -1, 2), 20, 20, 6.0, (1.0, 0.86, 0.68), edge=2.0)  # reflected in the brass
    light.card((14, -30, 16), (0, -1, 2), 7, 20, 2.4, (1.0, 0.86, 0.68), edge=2.0)
    light.card((4, 40, 16), (0, -1, 2), 24, 14, 2.4, (1.0, 0.80, 0.56), edge=2.0).visible_transmission = False  # reflected in the pan
    camera((0, -72, 15), lens=160, shift=(-0.085, -0.648), focus=71.0, fstop=13.0)
