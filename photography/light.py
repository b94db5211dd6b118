"""Light: a low sun through a window, the room's fill, and the cards that metal and glass reflect.

Only sun, lamps and fill are sampled as lights. Softboxes are emissive cards that only specular
rays see.
"""

from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Vector

import materials
from mesh import new_object


class Hour(NamedTuple):
    """The light at one hour: the sun (or a lamp at position `lamp`) and the fill, each with its irradiance at the
    bottle and its colour."""

    sunlight: float
    sun_colour: tuple
    filling: float
    fill_colour: tuple
    sun_from: tuple = (0, 0, 1)
    fill_from: tuple = (70, -120, 95)
    fill_size: float = 130
    lamp: tuple = None


# Between hours only these values, the window's shadows and the cards change.
HOURS = {
    "afternoon": Hour(8.4, (1.0, 0.78, 0.53), 0.95, (1.0, 0.885, 0.82), (-6.3, -7.5, 4.2)),
    "evening": Hour(6.6, (1.0, 0.57, 0.26), 0.70, (1.0, 0.89, 0.80), (-6.3, -7.5, 3.05)),
    "night": Hour(1.86, (1.0, 0.51, 0.18), 0.54, (0.58, 0.76, 1.0), fill_from=(40, -120, 60), fill_size=60, lamp=(1.5, 4.5, 3.6)),
}


def between(a, b, part):
    """A value between `a` and `b`: numbers, and tuples of them at any depth. What is None stays None."""
    if isinstance(a, tuple):
        parts = [between(x, y, part) for x, y in zip(a, b)]
        return type(a)(*parts) if hasattr(a, "_fields") else tuple(parts)
    return None if a is None else a + (b - a) * part

SUN_FROM = (-0.58, -0.66, 0.47)  # late afternoon, from the left and behind the camera
SUN_COLOUR = (1.0, 0.78, 0.53)
SUN_DISTANCE, SUN_SIZE = 230.0, 4.5
LAMP_SIZE = 1.6
GOBO_DISTANCE = 50.0


def _only(ob, *kinds):
    """Make an object visible to these kinds of ray only."""
    for kind in ("camera", "diffuse", "glossy", "transmission", "volume_scatter", "shadow"):
        setattr(ob, f"visible_{kind}", kind in kinds)
    return ob


def _light(name, kind, position, target, irradiance, colour, **shape):
    """A light that gives `irradiance` at the target from any distance. It is hidden from camera, mirrors and glass,
    where it would leave white specks."""
    data = bpy.data.lights.new(name, kind)
    data.color = colour
    for key, value in shape.items():
        setattr(data, key, value)
    d = np.asarray(target, float) - position
    data.energy = irradiance * np.pi * (1 if kind == "AREA" else 4) * float(d @ d)
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    ob.location = position
    ob.rotation_euler = Vector(d).to_track_quat("-Z", "Y").to_euler()
    ob.visible_camera = ob.visible_glossy = ob.visible_transmission = False
    return ob


def _towards(direction):
    """The direction, normalized."""
    return np.asarray(direction, float) / np.linalg.norm(direction)


def sun(target=(0, 0, 6), irradiance=9.6, colour=SUN_COLOUR, size=SUN_SIZE, sun_from=SUN_FROM):
    """The sun. Small, so that the window's shadows have sharp edges."""
    position = np.asarray(target) + _towards(sun_from) * SUN_DISTANCE
    return _light("sun", "AREA", position, target, irradiance, colour, shape="DISK", size=size)


def lamp(position, irradiance, colour, target=(0, 0, 5), size=LAMP_SIZE):
    """An invisible bare bulb that lights its surroundings."""
    return _light("lamp", "POINT", position, target, irradiance, colour, shadow_soft_size=size / 2)


def beam(position, irradiance, colour, target=(0, 0, 5), angle=0.24, size=6.0):
    """A narrow beam, as from a gap in a window. `angle` is the cone's, in radians."""
    return _light("beam", "SPOT", position, target, irradiance, colour,
                  shadow_soft_size=size / 2, spot_size=angle, spot_blend=1.0)


def fill(target=(0, 0, 6), irradiance=2.0, colour=(1.0, 0.885, 0.82), position=(70, -120, 95), size=130):
    """The room's ambient light: very large, from the other side. It determines how deep shadows are."""
    return _light("fill", "AREA", position, target, irradiance, colour, shape="DISK", size=size)


def gobo(shapes, target=(0, 0, 6), wall_y=20.0, sun_from=SUN_FROM):
    """Window bars, defined by their shadows: shapes are (transmission, [(x, z), ...]) on the wall, or with
    (x, y, z) anywhere else.

    Each corner is projected towards the sun onto a screen GOBO_DISTANCE in front of the target. A third value sets
    another distance: a nearer screen is sharper, and one behind the bottle (negative) doesn't shade it. A fourth
    value instead sets the y of an upright screen between bottle and wall, for raking sun.
    """
    target = np.asarray(target, float)
    sun_from = _towards(sun_from)
    lamp = target + sun_from * SUN_DISTANCE
    made = []
    for i, (transmission, points, *where) in enumerate(shapes):
        distance = where[0] if where else GOBO_DISTANCE
        verts = []
        for point in points:
            p = np.array(point if len(point) == 3 else (point[0], wall_y, point[1]), float)
            ray = lamp - p
            # Space overlapping screens slightly apart.
            if len(where) == 2:
                t = (where[1] - i * 0.05 - p[1]) / ray[1]
            else:
                t = ((target - p) @ sun_from + distance + i * 0.05) / (ray @ sun_from)
            verts.append(p + ray * t)
        ob = new_object("gobo", verts, [tuple(range(len(verts)))], materials.screen(transmission), smooth=False)
        made.append(_only(ob, "shadow"))
    return made


def _sheet(name, centre, target, width, height, material, edge):
    """A sheet that faces `target`, seen only by mirrors and glass. Attribute `fade` is 1 in the middle and 0 along
    the sides. The higher `edge` is, the closer to the sides it falls off."""
    c = np.asarray(centre, float)
    n = np.asarray(target, float) - c
    n /= np.linalg.norm(n)
    u = np.cross((0, 0, 1) if abs(n[2]) < 0.95 else (0, 1, 0), n)
    u /= np.linalg.norm(u)
    v = np.cross(n, u)
    s = np.linspace(-1, 1, 13)
    verts = [c + u * a * width / 2 + v * b * height / 2 for b in s for a in s]
    fade = [(1 - abs(a) ** edge) * (1 - abs(b) ** edge) for b in s for a in s]
    faces = [(13 * j + i, 13 * j + i + 1, 13 * j + i + 14, 13 * j + i + 13) for j in range(12) for i in range(12)]
    ob = new_object(name, verts, faces, material, smooth=False)
    ob.data.attributes.new("fade", "FLOAT", "POINT").data.foreach_set("value", np.array(fade, np.float32))
    return _only(ob, "glossy", "transmission")


def card(centre, target, width, height, strength, colour=(1.0, 0.92, 0.80), edge=3.0):
    """A softbox seen only in gold and glass."""
    return _sheet("card", centre, target, width, height, materials.glow(strength, colour), edge)


def flag(centre, target, width, height, edge=3.0, metal_only=False):
    """Brown velvet seen only in gold and glass, or only in gold."""
    return _sheet("flag", centre, target, width, height, materials.flag(metal_only), edge)


def cards(at=(0, 0, 0), part=1.0):
    """The standard ring of cards round a bottle at `at`, with the camera towards -y. `part` scales their strength."""
    o = np.asarray(at, float)
    t = o + (0, 0, 7)
    return [
        card(o + (-27, -12, 9), t, 13, 34, 6.5 * part, edge=2.0),                          # the window, tall
        card(o + (-11.5, -35, 12), t, 1.8, 34, 2.4 * part, edge=8.0),                      # its second pane
        card(o + (28, -10, 9), t, 9, 30, 2.1 * part, (1.0, 0.88, 0.70), 2.0),              # bounce from the lit wall
        card(o + (9, -36, 10), t, 3, 26, 1.2 * part, (1.0, 0.86, 0.68)),                   # a door ajar
        card(o + (0, -10, 36), t, 30, 18, 2.6 * part),                                     # ceiling
    ]


# The light from beyond the set by day, for gold, glass and diffuse rays.
DAY = {"mirror": (0.036, 0.025, 0.017), "glass": (0.36, 0.29, 0.215), "ambient": (0.05, 0.045, 0.038)}


def room(mirror=DAY["mirror"], glass=DAY["glass"], ambient=DAY["ambient"]):
    """The world beyond the set: dark for metal, which then looks rich; lighter for glass, whose thick
    corners would turn black; faint for diffuse rays."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    path = tree.nodes.new("ShaderNodeLightPath")

    def background(colour):
        node = tree.nodes.new("ShaderNodeBackground")
        node.inputs[0].default_value = (*colour, 1)
        return node.outputs[0]

    def choose(ray, other, this):
        node = tree.nodes.new("ShaderNodeMixShader")
        for socket, value in zip(node.inputs, (path.outputs[ray], other, this)):
            tree.links.new(value, socket)
        return node.outputs[0]

    seen = choose("Is Transmission Ray", background(mirror), background(glass))
    out = tree.nodes.new("ShaderNodeOutputWorld")
    tree.links.new(choose("Is Diffuse Ray", seen, background(ambient)), out.inputs[0])
    world.cycles.sampling_method = "NONE"
    return world
