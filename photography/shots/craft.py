"""The raw materials: bergamot, resin tears, orange blossom, sandalwood, vanilla, a dropper, and what they become."""

from mathutils import Matrix, Vector

import light
import materials
import set as room
from flacon import build_flacon
from props import blossom, citrus, pipette, resin, spice
from props.form import place, settle
from render import camera

NAME = "craft"
SIZES = {
    "draft": {"size": (1000, 750), "samples": 16, "seeds": 2},
    "final": {"size": (2000, 1500), "samples": 16, "seeds": 3},
}

FLACON = (6.3, 2.2, 1.1)
TURN = -0.20

# Drawn on the wall; below z = 0 they fall on the table, nearer by 1.4 cm for each one down.
WINDOW = [
    (0.0, [(-60, -60), (-11.5, -60), (-11.5, 80), (-60, 80)]),
    (0.0, [(-0.6, -60), (0.9, -60), (0.9, 80), (-0.6, 80)]),
    (0.0, [(38, -60), (90, -60), (90, 80), (38, 80)]),
    (0.35, [(-11.5, 13.6), (38, 1.4), (38, 0.1), (-11.5, 12.3)]),
]


def fruit():
    """A whole bergamot with its stem turned up to the left and two leaves, and a half that leans against it."""
    at, up = Vector((-7.9, 4.6, 2.98)), Vector((-0.42, -0.50, 0.76)).normalized()
    turn = Vector((0, 0, -1)).rotation_difference(up).to_matrix().to_4x4()
    whole = [citrus.whole("bergamot", 2.95, seed=1, ripe=0.16), place(citrus.stem("stem", 0.5), (0, 0, -2.90))]
    for one in whole:
        one.matrix_world = Matrix.Translation(at) @ turn @ one.matrix_world
    settle(whole)
    foot = at + up * 3.12
    place(citrus.leaf("leaf 1", 4.6, 2.1, 0.36, 0.30, 0.30, 2), foot + up * 0.10, (-46, 4, 198))
    place(citrus.leaf("leaf 2", 4.0, 1.8, 0.12, 0.34, -0.20, 5), foot + up * 0.12, (30, -46, 24))
    half = citrus.half("half", 2.75, seed=3, ripe=0.16)
    settle(place(half, (-2.75, 1.15, 2.60), (68, 0, 22)))


def tears():
    """Four tears of three depths of colour."""
    place(resin.tear("tear 1", (1.55, 1.2, 1.1), 1, resin.COGNAC), (-1.3, -4.0, 0), (0, 0, 20))
    place(resin.tear("tear 2", (1.15, 0.88, 0.78), 2, resin.HONEY), (1.7, -4.2, 0), (0, 0, -30))
    place(resin.tear("tear 3", (0.62, 0.55, 0.5), 3, resin.PALE, bubbles=2), (0.5, -6.2, 0))


def build(label):
    """The still life on plaster and travertine."""
    room.wall()
    room.table().data.materials[0] = materials.plaster((0.50, 0.43, 0.345), 1.0)
    room.slab((12.6, 8.6, 1.1), (7.0, 2.2, 1.1), 0.05)
    build_flacon(label, FLACON, TURN)
    room.contact_shadow(3.1, 1.78, FLACON, TURN)
    fruit()
    tears()
    settle(place(blossom.flower("azahar 1", 1), (10.7, -0.5, 1.46), (14, 8, 0)), 1.1)
    settle(place(blossom.flower("azahar 2", 2, 0.6), (-5.6, -3.0, 0.62), (48, 0, 24)))
    place(blossom.bud("bud", 1.2), (-2.9, -5.0, 0), (0, 0, 128))
    place(spice.pod("vanilla 1", 10.5, 0.50), (-7.6, -7.3, 0), (0, 0, 9))
    place(spice.pod("vanilla 2", 9.4, 0.10, seed=5), (-8.0, -8.1, 0), (0, 0, 2))
    place(spice.stick("sandalwood 1", (5.4, 0.95, 0.72), 1), (10.4, -4.9, 0), (0, 0, 10))
    place(spice.stick("sandalwood 2", (5.0, 0.85, 0.72), 2), (11.0, -3.4, 0), (0, 0, 4))
    place(spice.stick("sandalwood 3", (5.2, 0.8, 0.66), 3), (10.7, -4.1, 0.745), (0, 0, -24))
    settle(place(pipette.lying("pipette", 6.2, 0.3), (2.5, -8.4, 0), (0, 0, -8)))
    light.afternoon((0, 0, 4), WINDOW, at=FLACON, flags=False)
    camera((0, -80, 24), lens=98, shift=(0.0, -0.625), focus=78.2, fstop=18)
