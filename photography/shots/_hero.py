"""The home page's picture: one room and one bottle, in a wide and a tall frame, at each hour.

Objects never move. Each hour has its own light (`light.HOURS`), window shadows and cards.
"""

import light
import set as room
from flacon import build_flacon
from render import camera
from shots._light_through import through

TURN = -0.10
WALL = 7.5
STONE = (0.57, 0.48, 0.375)  # travertine and plaster where the light behind the bottle falls
PLASTER = (0.80, 0.71, 0.60)
GAUZE = 0.28  # shadows behind the text are light, because dark text needs 4.5:1 on them

FRAMES = {
    "wide": {"location": (0, -72, 15), "lens": 91, "shift": (-0.21, -0.345), "focus": 69.3, "fstop": 15},
    "tall": {"location": (0, -72, 15), "lens": 147, "shift": (0.0, -0.307), "focus": 69.3, "fstop": 16},
}
DRAFTS = {"wide": (1280, 800), "tall": (660, 1056)}
GOLD = {"samples": 64, "seeds": 4}  # with fewer, the flutes are gritty
# The bottle's place in the frame.
BOTTLE = {"wide": (37 / 64, 56 / 64, 9 / 64, 56 / 64), "tall": (18 / 64, 47 / 64, 9 / 64, 37 / 64)}

# The window's frame and bars, drawn where their shadows fall on the wall (x, z in cm). The first number is the
# transmission.
WINDOWS = {
    ("afternoon", "wide"): [
        (0.0, [(-9.4, 14.9), (40, 0.1), (40, 60), (-9.4, 60)]),
        (GAUZE, [(-60, -60), (-20.4, -60), (-20.4, 80), (-60, 80)]),
        (GAUZE, [(-9.4, -60), (-8.1, -60), (-8.1, 80), (-9.4, 80)]),
        (GAUZE, [(-20.3, 3.4), (9, -5.6), (9, -7.0), (-20.3, 2.0)]),
    ],
    ("afternoon", "tall"): [
        (GAUZE, [(-60, -60), (-8.6, -60), (-8.6, 80), (-60, 80)]),
        (GAUZE, [(-4.6, -60), (-3.4, -60), (-3.4, 80), (-4.6, 80)]),
        (GAUZE, [(-60, 29.0), (60, -7.0), (60, -8.5), (-60, 27.5)]),
    ],
    ("evening", "wide"): [
        (0.0, [(-60, 19.4), (40, 4.4), (40, 60), (-60, 60)]),
        (0.0, [(-60, -60), (-16.6, -60), (-16.6, 80), (-60, 80)]),
        (0.0, [(-6.0, -60), (-4.6, -60), (-4.6, 80), (-6.0, 80)]),
        (0.0, [(-17.5, 4.7), (4.5, -2.4), (4.5, -60), (-17.5, -60)]),
    ],
    ("evening", "tall"): [
        (0.0, [(-60, -60), (-7.6, -60), (-7.6, 80), (-60, 80)]),
        (0.0, [(-4.4, -60), (-3.2, -60), (-3.2, 80), (-4.4, 80)]),
        (0.0, [(-8.5, 2.2), (4.5, -2.1), (4.5, -60), (-8.5, -60)]),
        (0.0, [(-60, 28.3), (40, 13.4), (40, 60), (-60, 60)]),
    ],
    ("night", "wide"): [
        (0.0, [(-60, 16.4), (40, 8.4), (40, 70), (-60, 70)]),
        (0.0, [(-60, 8.8), (40, 0.8), (40, -60), (-60, -60)]),
        (0.0, [(-60, -60), (-17.4, -60), (-17.4, 80), (-60, 80)]),
        (0.0, [(-12.2, -60), (-11.4, -60), (-11.4, 80), (-12.2, 80)]),
        (0.0, [(-6.2, -60), (90, -60), (90, 80), (-6.2, 80)]),
    ],
    ("night", "tall"): [
        (0.0, [(-60, 26.2), (40, 18.2), (40, 70), (-60, 70)]),
        (0.0, [(-60, 19.2), (40, 11.2), (40, -60), (-60, -60)]),
        (0.0, [(-60, -60), (-8.0, -60), (-8.0, 80), (-60, 80)]),
        (0.0, [(-3.0, -60), (-2.2, -60), (-2.2, 80), (-3.0, 80)]),
        (0.0, [(3.6, -60), (90, -60), (90, 80), (3.6, 80)]),
    ],
}
STREET = (-0.72, -0.60, 0.35)  # direction of the light that casts the window on the wall at night
# The sill's shadow on the stone's front.
SILLS = {
    "afternoon": (0.0, [(-40, -5, 0.15), (40, -5, -0.75), (40, -5, -30), (-40, -5, -30)]),
    "evening": (0.0, [(-40, -5, -0.5), (40, -5, -2.1), (40, -5, -30), (-40, -5, -30)]),
}

# The light from beyond the set for gold, glass and diffuse rays (`light.room`).
ROOMS = {
    "afternoon": {},
    "evening": {"mirror": (0.060, 0.038, 0.024), "glass": (0.20, 0.145, 0.095), "ambient": (0.012, 0.010, 0.009)},
    "night": {"mirror": (0.010, 0.008, 0.008), "glass": (0.020, 0.015, 0.012), "ambient": (0.004, 0.0035, 0.0035)},
}


# The blur of the light behind the bottle. Without it a low sun casts needles, and a lamp casts sparks on the wall.
SOFT = {"afternoon": 1.4, "evening": 2.2, "night": 4.5}


def sizes(frame, size, ground, glass):
    """A shot's `SIZES`, from the final size and the samples per seed on the ground and on the bottle (`glass`)."""
    return {
        "draft": {"size": DRAFTS[frame], "samples": 16, "seeds": 2},
        "final": {"size": size, "samples": ground, "seeds": 2,
                  "detail": {"border": BOTTLE[frame], "samples": glass, "seeds": 4},
                  "gold": GOLD},
    }


def lights(hour, frame, lamp=None, lamplight=0.0):
    """The sun through the window, or a lamp and the street light through the window; and the room's fill."""
    h = light.HOURS[hour]
    if h.lamp:
        light.lamp(lamp or h.lamp, lamplight or h.sunlight, h.sun_colour)
        wall = (-9, WALL, 9)
        light.sun(wall, 0.50, (0.60, 0.76, 1.0), size=5.0, sun_from=STREET)
        light.gobo(WINDOWS[hour, frame], wall, WALL, STREET)
    else:
        light.sun((0, 0, 5), h.sunlight, h.sun_colour, sun_from=h.sun_from)
        light.gobo([*WINDOWS[hour, frame], SILLS[hour]], (0, 0, 6), WALL, h.sun_from)
    light.fill((0, 0, 6), h.filling, h.fill_colour, h.fill_from, h.fill_size)
    light.room(**ROOMS[hour])


def _cards(hour):
    """The cards that gold and glass reflect."""
    if hour == "afternoon":
        light.cards()
    elif hour == "evening":
        light.card((-30, -9, 10), (0, 0, 7), 9, 30, 6.0, (1.0, 0.66, 0.36), 2.0)
        light.card((-11.5, -35, 12), (0, 0, 7), 1.4, 34, 1.4, (1.0, 0.75, 0.5), 8.0)
        light.card((28, -10, 9), (0, 0, 7), 7, 30, 0.8, (1.0, 0.62, 0.36), 2.0)
        light.card((0, -10, 36), (0, 0, 7), 30, 18, 0.8, (1.0, 0.8, 0.66))
    else:
        light.card((-27, -12, 12), (0, 0, 7), 22, 30, 0.42, (1.0, 0.74, 0.48), 2.0)
        light.card((17, -3, 8), (0, 0, 7), 4.0, 24, 8.0, (1.0, 0.60, 0.26), 2.0)


def empty(hour, frame="wide", lamp=None, lamplight=0.0):
    """Wall, stone and light only. `lamp` and `lamplight` replace the lamp's position and irradiance."""
    room.wall(WALL, relief=0.55)
    room.ledge(back=WALL + 0.3)
    lights(hour, frame, lamp, lamplight)


def stage(label, hour, frame):
    """The whole picture."""
    empty(hour, frame)
    flacon = build_flacon(label, rotation_z=TURN)
    room.contact_shadow(3.1, 1.78, rotation_z=TURN, strength=0.9)
    _cards(hour)
    h = light.HOURS[hour]
    if h.lamp:  # keeps the label readable, brightest at its upper left
        light.beam((-13, -62, 21), 4.2, (1.0, 0.70, 0.43), (-0.7, -1.8, 4.6), angle=0.115)
    through(flacon, STONE, share=0.06, sun_from=h.sun_from, sunlight=h.sunlight, colour=h.sun_colour, lamp=h.lamp,
            wall=(WALL, PLASTER), edge=(-10.1, -4.9), soft=SOFT[hour])
    camera(**FRAMES[frame])
