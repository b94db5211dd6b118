"""The same afternoon for phones: words above on plaster, the bottle below."""

from render import camera
from shots.hero_wide import GAUZE, stage

NAME = "hero-tall"
SIZES = {
    "draft": {"size": (660, 1056), "samples": 16, "seeds": 4},
    "final": {"size": (1320, 2112), "samples": 9, "seeds": 2, "detail": {"border": (19 / 64, 45 / 64, 8 / 64, 38 / 64), "samples": 12, "seeds": 3}},
}

WINDOW = [
    (GAUZE, [(5.6, 9.5), (7.2, 9.5), (7.2, 80), (5.6, 80)]),
    (0.0, [(5.6, -60), (7.2, -60), (7.2, 9.5), (5.6, 9.5)]),
    (GAUZE, [(-60, 32.8), (5.6, 11.9), (5.6, 10.2), (-60, 31.1)]),
    (0.0, [(7.2, 9.7), (40, -0.8), (40, -2.5), (7.2, 8.0)]),
    (0.0, [(-60, 12.8), (5.6, -8.1), (5.6, -9.8), (-60, 11.1)]),
]


def build(label):
    """Bottle in the middle, low."""
    stage(label, WINDOW)
    camera((0, -72, 10.5), lens=147, shift=(0.0, -0.05), focus=70.3, fstop=9)
