"""The perfumer's bench in Madrid: vials, a balance, blotters, an open notebook, late in the afternoon."""

import light
import set as room
from flacon import build_flacon
from props import apothecary, bench, resin
from props.form import place
from render import camera

NAME = "atelier"
SIZES = {
    "draft": {"size": (1050, 700), "samples": 16, "seeds": 2},
    "final": {"size": (2100, 1400), "samples": 8, "seeds": 3,
              "detail": {"border": (6 / 64, 62 / 64, 15 / 64, 45 / 64), "samples": 8, "seeds": 4}},
}

FLACON = (13.2, 0.8, 0.0)
TURN = -0.28

WINDOW = [
    (0.0, [(-90, -60), (-24, -60), (-24, 80), (-90, 80)]),
    (0.0, [(-3.0, -60), (-1.0, -60), (-1.0, 80), (-3.0, 80)]),
    (0.0, [(50, -60), (120, -60), (120, 80), (50, 80)]),
    (0.0, [(25, 5.0), (50, -2), (50, 80), (25, 80)]),
    (0.30, [(-24, 24.0), (46, 8.0), (46, 6.2), (-24, 22.2)]),
]

# (x, y, radius, height, closure, filled, liquid, brown, label turned to)
ROW = [
    (-18.8, 6.4, 1.30, 5.2, "stopper", 0.62, apothecary.STRAW, True, -84),
    (-15.7, 6.9, 1.05, 4.0, "dropper", 0.55, apothecary.STRAW, False, -97),
    (-12.7, 6.3, 1.15, 4.6, "cork", 0.70, apothecary.PERFUME, False, -80),
    (-9.8, 6.8, 1.05, 4.0, "dropper", 0.60, apothecary.STRAW, True, -92),
    (-6.8, 6.4, 1.30, 5.2, "stopper", 0.45, apothecary.STRAW, False, -101),
]


def tears():
    """The resin that is being weighed."""
    things = place(resin.tear("tear 1", (0.62, 0.50, 0.45), 1, resin.COGNAC, bubbles=2), (-0.55, 0.0, 0.05))
    things += place(resin.tear("tear 2", (0.46, 0.40, 0.36), 2, resin.HONEY, bubbles=1), (0.60, 0.30, 0.05), (0, 0, 40))
    things += place(resin.tear("tear 3", (0.36, 0.32, 0.30), 3, resin.HONEY, bubbles=1), (0.44, -0.84, 0.09))
    return things


def build(label):
    """The bench before the wall."""
    room.wall()
    for k, (y, deep, tone) in enumerate(((15.5, 8.94, 0.94), (6.5, 8.94, 1.05), (-2.5, 8.94, 0.98), (-11.5, 8.94, 1.03), (-20.5, 8.94, 0.96))):
        bench.plank(f"plank {k}", (150, deep, 3.5), (7.3 * k, y, 0), tone)
    for k, (x, y, radius, height, closure, filled, liquid, brown, turn) in enumerate(ROW):
        place(apothecary.vial(f"vial {k}", radius, height, 0.52, closure, filled, liquid, brown, turn), (x, y, 0), (0, 0, 0), 1.12)
        room.contact_shadow(radius * 1.12, radius * 1.12, (x, y, 0), strength=0.45)
    place(bench.balance("balance", 14.0, load=tears()), (2.2, 8.0, 0), (0, 0, -18), 0.92)
    place(bench.weight("weight 1", 0.62, 1.05), (7.0, 3.9, 0))
    place(bench.weight("weight 2", 0.46, 0.75), (8.5, 3.3, 0))
    place(bench.blotters("blotters"), (20.2, 5.0, 0), (0, 0, 10))
    place(bench.notebook("notebook", 7.2, 10.4, 0.6), (-8.6, -4.8, 0), (0, 0, 14))
    place(bench.pencil("pencil"), (7.0, -7.2, 0), (0, 0, -17))
    build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    # The standard cards and flags would mirror in bench and brass here: these stand outside the frame.
    light.sun((0, 0, 5))
    light.fill((0, 0, 5))
    light.room()
    light.gobo(WINDOW, (0, 0, 5))
    x, y, _ = FLACON
    light.card((x - 44, y - 12, 14), (x, y, 7), 14, 40, 5.0)
    light.card((x + 34, y - 6, 12), (x, y, 7), 8, 30, 2.2)
    light.card((0, -6, 40), (0, 4, 7), 60, 16, 2.2)
    light.card((-40, -47, 10), (0, 8, 12), 40, 46, 1.4)  # for the balance's beam alone
    camera((0, -104, 26), lens=76, shift=(0.0, -0.36), focus=104, fstop=13)
