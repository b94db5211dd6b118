"""The same afternoon for phones: words above on plaster, the bottle below."""

from render import camera
from shots.hero_wide import GAUZE, stage

NAME = "hero-tall"
SIZES = {
    "draft": {"size": (660, 1056), "samples": 16, "seeds": 4},
    "final": {"size": (1320, 2112), "samples": 9, "seeds": 2, "detail": {"border": (19 / 64, 45 / 64, 9 / 64, 37 / 64), "samples": 15, "seeds": 4}},
}

# Beside the words the window's side is light, beside the bottle dark; between them it darkens by and by.
SIDE = [(0.75, [(6.8, -60), (60, -60), (60, 11 - k), (6.8, 11 - k)], None, 8) for k in range(8)]
WINDOW = [
    (GAUZE, [(6.8, -60), (60, -60), (60, 80), (6.8, 80)], None, 8),
    *SIDE,
    (GAUZE, [(-60, 26.4), (6.8, 5.4), (6.8, 3.9), (-60, 24.9)]),
    (GAUZE, [(-7.4, -60), (-6.0, -60), (-6.0, 80), (-7.4, 80)]),
    (0.0, [(-60, 14.4), (6.8, -6.6), (6.8, -60), (-60, -60)]),
]


def build(label):
    """Bottle in the middle, low."""
    stage(label, WINDOW)
    camera((0, -72, 10.5), lens=147, shift=(0.0, -0.05), focus=70.3, fstop=9)
