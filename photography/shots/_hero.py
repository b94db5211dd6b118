"""The home page's picture: one room and one bottle, in a wide and a tall frame, at each hour.

Objects never move. Each hour has its own light (`light.HOURS`), window shadows and cards.
"""

from typing import NamedTuple

import numpy as np

import light
import room
from flacon import build_flacon
from render import camera
from shots._light_through import through

TURN = -0.30
WALL = 7.5
STONE = (0.57, 0.48, 0.375)  # travertine and plaster where the light behind the bottle falls
PLASTER = (0.80, 0.71, 0.60)
GAUZE = 0.28  # shadows behind the text are light, because dark text needs 4.5:1 on them

FRAMES = {
    "wide": {"location": (0, -72, 15), "lens": 91, "shift": (-0.21, -0.345), "focus": 69.3, "fstop": 9.0},
    "tall": {"location": (0, -72, 15), "lens": 147, "shift": (0.0, -0.307), "focus": 69.3, "fstop": 9.0},
}
DRAFTS = {"wide": (1280, 800), "tall": (660, 1056)}
# The bottle's place in the frame.
BOTTLE = {"wide": (37 / 64, 56 / 64, 9 / 64, 56 / 64), "tall": (18 / 64, 47 / 64, 9 / 64, 37 / 64)}

# How far the afternoon has passed into the evening. From each hour to the next a shadow on the wall moves by less than
# its own blur, so that the page can dissolve one into the other without showing two shadows.
PASSED = {"1700": 0.0, "1745": 1 / 3, "1830": 2 / 3, "1930": 1.0}
NIGHT = "2100"
SUN = 10.5  # its size: on the wall, the edge of the bottle's shadow is 0.5 cm wide and moves by 0.38 cm from hour to hour
NEAR = 9.0  # the distance of balcony and blind: their edges are 0.9 cm wide and move by 0.2 cm from hour to hour
BARS = 28.0  # the window's distance: its edges are 1.8 cm wide and move by 1.3 cm at most


class Window(NamedTuple):
    """The window's screens as shapes for `light.gobo`, given by their shadows on the wall (x, z in cm): at five, at half
    past seven, and in addition at night, for the street light. A shape that would move farther than its blur changes
    its transmission instead."""

    afternoon: tuple
    evening: tuple
    night: tuple = ()


def balcony(ball, moved, bottom, bars=5, slope=-0.30):
    """The shadows of a balcony's handrail, with a brass ball at its left end (`ball`), and of its bars, which end at
    z = `bottom`, above the stone's edge. All are shifted right by `moved` cm, down the handrail's slope."""
    x, z = ball[0] + moved, ball[1] - 0.3 * moved
    on_rail = lambda at: z + slope * (at - x)
    knob = [(x + 0.85 * np.cos(a), z + 0.5 + 0.85 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 24, endpoint=False)]
    rail = [(x, z + 0.45), (60, on_rail(60) + 0.45), (60, on_rail(60) - 0.45), (x, z - 0.45)]
    uprights = [[(at, on_rail(at)), (at + 0.72, on_rail(at + 0.72)), (at + 0.72, bottom), (at, bottom)]
                for at in (x - 0.36 + 2.3 * k for k in range(bars))]
    return tuple((0.0, tuple(shape), NEAR) for shape in (knob, rail, *uprights))


def blind(edge, slope, transmission=0.0, reeds=3):
    """An esparto blind, rolled down as far as `edge` (x, z), with daylight between its last reeds."""
    x, z = edge
    strip = lambda top, low: ((-60.0, z + top + slope * (-60 - x)), (60.0, z + top + slope * (60 - x)),
                              (60.0, z + low + slope * (60 - x)), (-60.0, z + low + slope * (-60 - x)))
    return ((transmission, strip(60.0, 0.0), NEAR), *((transmission, strip(-0.42 - 0.95 * k, -0.95 - 0.95 * k), NEAR) for k in range(reeds)))


# At night, light from the street passes only the left of the evening's window, which so turns from gold to blue. Farther
# right it would show the bottle's shadow.
WINDOWS = {
    "wide": Window(
        afternoon=(
            (GAUZE, ((-60.0, -60.0), (-20.4, -60.0), (-20.4, 80.0), (-60.0, 80.0)), BARS),
            *blind((0.0, 14.6), -0.303),
            *balcony((-8.2, 11.4), 0.0, -6.8),
            (1.0, ((-20.3, 2.1), (9.0, -6.9), (9.0, -60.0), (-20.3, -60.0)), BARS),
        ),
        evening=(
            (0.0, ((-60.0, -60.0), (-18.4, -60.0), (-18.4, 80.0), (-60.0, 80.0)), BARS),
            *blind((0.0, 14.0), -0.285),
            *balcony((-8.2, 11.4), 0.6, -5.0),
            (0.0, ((-20.3, 3.6), (9.0, -5.7), (9.0, -60.0), (-20.3, -60.0)), BARS),
        ),
        night=((0.0, ((-2.4, -60.0), (90.0, -60.0), (90.0, 80.0), (-2.4, 80.0))),),
    ),
    "tall": Window(
        afternoon=(
            (GAUZE, ((-60.0, -60.0), (-8.6, -60.0), (-8.6, 80.0), (-60.0, 80.0)), BARS),
            *blind((0.0, 19.0), -0.27, 1.0),  # not behind the words
            *balcony((-7.6, 9.6), 0.0, -6.8),
            (1.0, ((-60.0, 17.5), (60.0, -20.0), (60.0, -60.0), (-60.0, -60.0)), BARS),
        ),
        evening=(
            (0.0, ((-60.0, -60.0), (-7.6, -60.0), (-7.6, 80.0), (-60.0, 80.0)), BARS),
            *blind((0.0, 18.4), -0.26),
            *balcony((-7.6, 9.6), 0.6, -5.0),
            (0.0, ((-60.0, 19.0), (60.0, -20.0), (60.0, -60.0), (-60.0, -60.0)), BARS),
        ),
        night=((0.0, ((3.6, -60.0), (90.0, -60.0), (90.0, 80.0), (3.6, 80.0))),
               (0.0, ((-60.0, 30.0), (60.0, -3.0), (60.0, -60.0), (-60.0, -60.0)))),
    ),
}
STREET = (-0.72, -0.60, 0.35)  # direction of the light that casts the window on the wall at night
# The sill's shadow on the stone's front. It begins at the edge, so that the edge is where light meets shade, and is
# sharper than the bars' because its screen is nearer. At a distance of 7 the screen missed the stone's left end.
SILL = (0.05, ((-40.0, -5.0, -0.06), (40.0, -5.0, -0.06), (40.0, -5.0, -30.0), (-40.0, -5.0, -30.0)), 10.0)

# The light from beyond the set (`light.DAY` at five) at half past seven and at nine.
EVENING = {"mirror": (0.026, 0.017, 0.011), "glass": (0.20, 0.145, 0.095), "ambient": (0.012, 0.010, 0.009)}
NIGHTFALL = {"mirror": (0.010, 0.008, 0.008), "glass": (0.020, 0.015, 0.012), "ambient": (0.004, 0.0035, 0.0035)}

# The blur of the light behind the bottle. Without it a low sun casts needles, and a lamp casts sparks on the wall.
SOFT, SOFT_AT_NIGHT = 1.6, 9.0


def sizes(frame, size, ground, glass, gold=192):
    """A shot's `SIZES`, from the final size and the samples on the ground, on the bottle (`glass`) and on its cap (`gold`)."""
    return {
        "draft": {"size": DRAFTS[frame], "samples": 32},
        "final": {"size": size, "samples": ground,
                  "detail": {"border": BOTTLE[frame], "samples": glass},
                  "gold": {"samples": gold}},
    }


def at(hour):
    """The light at an hour."""
    if hour == NIGHT:
        return light.HOURS["night"]
    return light.between(light.HOURS["afternoon"], light.HOURS["evening"], PASSED[hour])


def lights(hour, window, lamp=None, lamplight=0.0, size=SUN):
    """The sun (of this `size`) through the window, or a lamp and the street light through the window; and the room's
    fill."""
    h = at(hour)
    if hour == NIGHT:
        light.lamp(lamp or h.lamp, lamplight or h.sunlight, h.sun_colour)
        wall = (-9, WALL, 9)
        light.sun(wall, 0.56, (0.34, 0.60, 1.0), size=5.0, sun_from=STREET)
        light.gobo([*((*bar, 1.8 * distance) for *bar, distance in window.evening), *window.night], wall, WALL, STREET)
        light.room(**NIGHTFALL)
    else:
        passed = PASSED[hour]
        light.sun((0, 0, 5), h.sunlight, h.sun_colour, size, h.sun_from)
        bars = light.between(window.afternoon, window.evening, passed)
        light.gobo([*bars, SILL], (0, 0, 6), WALL, h.sun_from)
        light.room(**{name: light.between(light.DAY[name], EVENING[name], passed) for name in EVENING})
    light.fill((0, 0, 6), h.filling, h.fill_colour, h.fill_from, h.fill_size)


def _cards(hour):
    """The cards that gold and glass reflect."""
    # Reflected in the label's foil, bright at one side.
    light.card((-42, -61, -7), (0, 0, 3.6), 15, 26, 0.3 if hour == NIGHT else 1.8 - 0.8 * PASSED[hour], edge=2.0)
    if hour == NIGHT:
        light.card((-27, -12, 12), (0, 0, 7), 22, 30, 0.42, (1.0, 0.74, 0.48), 2.0)
        light.card((17, -3, 8), (0, 0, 7), 4.0, 24, 8.0, (1.0, 0.60, 0.26), 2.0)
        return
    passed = PASSED[hour]
    if passed < 1:
        light.cards(part=1 - passed)
    if passed > 0:
        light.card((-30, -9, 10), (0, 0, 7), 9, 30, 6.0 * passed, (1.0, 0.66, 0.36), 2.0)
        light.card((-11.5, -35, 12), (0, 0, 7), 1.4, 34, 1.4 * passed, (1.0, 0.75, 0.5), 8.0)
        light.card((28, -10, 9), (0, 0, 7), 7, 30, 0.8 * passed, (1.0, 0.62, 0.36), 2.0)
        light.card((0, -10, 36), (0, 0, 7), 30, 18, 0.8 * passed, (1.0, 0.8, 0.66))


def empty(hour, window=WINDOWS["wide"], **changes):
    """Wall, stone and light only. `changes` go to `lights`: the lamp's position and irradiance, the sun's size."""
    room.wall(WALL, relief=0.2 if hour == NIGHT else 0.55)  # at night the lamp rakes along it
    room.ledge(back=WALL + 0.3)
    lights(hour, window, **changes)


def stage(label, hour, frame, rays=200000):
    """The whole picture. `rays` is the number of rays that are traced through the glass."""
    empty(hour, WINDOWS[frame])
    flacon = build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN, strength=0.92, glow=(0.66, 0.46, 0.25))
    _cards(hour)
    h = at(hour)
    if hour == NIGHT:  # keeps the label readable, brightest at its upper left
        light.beam((-13, -62, 21), 6.4, (1.0, 0.70, 0.43), (-0.7, -1.8, 4.6), angle=0.09)
    through(flacon, STONE, rays, share=0.06, sun_from=h.sun_from, sunlight=h.sunlight, colour=h.sun_colour, lamp=h.lamp,
            wall=(WALL, PLASTER), edge=(-10.1, -4.9), soft=SOFT_AT_NIGHT if hour == NIGHT else SOFT)
    camera(**FRAMES[frame])
