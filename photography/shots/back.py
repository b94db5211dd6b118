"""Against the light: the sun comes through the perfume towards the camera."""

import light
import materials
import set as room
from flacon import build_flacon
from props.linen import curtain
from render import camera
from shots._light_through import through

NAME = "back"
SIZES = {
    "draft": {"size": (600, 750), "samples": 16, "seeds": 3},
    "final": {"size": (1200, 1500), "samples": 9, "seeds": 2,
              "detail": {"border": (14 / 64, 44 / 64, 9 / 64, 51 / 64), "samples": 12, "seeds": 3},
              "gold": {"samples": 64, "seeds": 4}},
}

GROUND = (0.52, 0.45, 0.365)
TURN = -0.10
SUN_FROM = (-0.46, 0.74, 0.46)  # the same sun, seen from the other side of the table
SUNLIGHT = 13.5

# The window's frame, as it shows through the linen.
WINDOW = [
    (0.12, [(7.5, -20), (80, -20), (80, 80), (7.5, 80)], None, 36),
    (0.12, [(-9.6, -20), (-8.0, -20), (-8.0, 80), (-9.6, 80)], None, 36),
    (0.12, [(-80, 15.2), (7.5, 15.2), (7.5, 16.8), (-80, 16.8)], None, 36),
]


def build(label):
    """On the plaster ledge, in front of the curtain."""
    curtain(through=(0.30, 0.265, 0.21))
    room.table(depth=80).data.materials[0] = materials.plaster(GROUND, 0.6)
    flacon = build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN)
    light.sun((0, 0, 5), SUNLIGHT, sun_from=SUN_FROM)
    light.fill((0, 0, 5), irradiance=1.45)
    light.room()
    light.cards()
    # Hidden behind the bottle, this card makes the perfume glow.
    light.card((0, 4.4, 3.9), (0, -40, 12), 11, 8.8, 1.3, (1.0, 0.65, 0.33), 2.2)
    light.fill((0, 0, 4), 1.5, position=(-9, -26, 5), size=12)  # paper reflector in front of the label
    light.gobo(WINDOW, (0, 0, 5), 30, SUN_FROM)
    # The light of the shoulder was a milky spot on the table.
    through(flacon, GROUND, sun_from=SUN_FROM, sunlight=SUNLIGHT, highest=6.8)
    camera((0, -72, 19), lens=152, shift=(0.05, -0.76), focus=70.3, fstop=11)
