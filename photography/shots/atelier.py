"""The workshop's bench late in the afternoon: perfume in a beaker, the bottle behind it out of focus."""

import caustic
import light
import set as room
from flacon import build_flacon
from props import beaker, timber
from props.form import place
from render import camera

NAME = "atelier"
SIZES = {
    "draft": {"size": (1050, 700), "samples": 16, "seeds": 2},
    "final": {"size": (2100, 1400), "samples": 10, "seeds": 3,
              "detail": {"border": (36 / 64, 56 / 64, 16 / 64, 60 / 64), "samples": 14, "seeds": 2}},
}

BEAKER = (-4.6, -1.0, 0.0)
FLACON = (6.0, 9.0, 0.0)
TURN = -0.30
MILLILITRES = 30

# Drawn on the wall; what stands on the bench is met where x is about 25 greater and z about 20 less.
WINDOW = [
    (0.0, [(-90, -60), (-11, -60), (-11, 80), (-90, 80)]),
    (0.0, [(1.2, -60), (3.0, -60), (3.0, 80), (1.2, 80)]),
    (0.0, [(-60, -16), (80, -35), (80, -90), (-60, -90)]),
]


def build(label):
    """Few things, close."""
    room.wall(32)
    timber.bench(back=32)
    x, y, _ = BEAKER
    glass, perfume, *_ = place(beaker.beaker(MILLILITRES, 8), BEAKER)
    level = beaker.FLOOR + MILLILITRES / 10 * beaker.TEN - 0.05
    beaker.rod((x + 1.25, y + 0.5, 0.56), (x - 4.6, y + 0.2, 9.6), level)
    room.contact_shadow(2.1, 2.1, BEAKER, strength=0.5)
    build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    light.sun((0, 0, 4))
    light.fill((0, 0, 4), irradiance=1.0)
    light.room()
    light.cards(FLACON, flags=False)
    light.gobo(WINDOW, (0, 0, 4), 32)
    top = [one.value for one in perfume.data.attributes["top"].data]
    caustic.pool([
        caustic.Body(glass, caustic.GLASS),
        caustic.Body(perfume, caustic.WATER, [caustic.AIR if t else caustic.GLASS for t in top], (0.06, 0.14, 0.36)),
    ], (0.15, 0.095, 0.06), rays=300000)
    caustic.shade(glass, 0.2)
    camera((0, -60, 12), lens=92, shift=(0.0, -0.30), focus=58, fstop=7)
