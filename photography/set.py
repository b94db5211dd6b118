"""The room: a plaster wall, travertine, a table. Everything stands on z = 0 unless told otherwise."""

import numpy as np

import materials
from mesh import arc, box, new_object, plane, turned

WALL_Y = 20.0


def wall(y=WALL_Y):
    """The plaster wall behind everything, facing the camera."""
    return plane("wall", (0, y, 0), (0, -1, 0), 260, 160, materials.plaster())


def plinth(radius=6.4, height=14.0, location=(0, 0, 0)):
    """A round travertine drum whose top is at `location`."""
    e = 0.16
    profile = [(radius, -height), (radius, -e)] + arc((radius, -e), (radius - e, 0), 6) + [(radius - e - 0.05, 0), (radius * 0.5, 0)]
    ob = turned("plinth", profile, materials.travertine(), 256)
    ob.location = location
    return ob


def slab(size=(40, 20, 4), location=(0, 0, 0), rotation_z=0.0):
    """A travertine block; `location` is the middle of its top."""
    x, y, z = location
    return box("slab", size, (x, y, z - size[2]), materials.travertine(), bevel=0.14, rotation_z=rotation_z)


def table(z=0.0, depth=60.0, front=-40.0):
    """A broad plaster table that runs to the wall."""
    ob = box("table", (260, depth - 0.0, 4), (0, front + depth / 2, z - 4), materials.plaster((0.79, 0.72, 0.61), 0.6), bevel=0.3)
    return ob


def contact_shadow(half_width, half_depth, location=(0, 0, 0), rotation_z=0.0, strength=0.72):
    """Soft darkening under glass, which is clear to shadow rays: a thin rounded sheet that fades outward.

    Seen by the camera and by glass, but not by light.
    """
    n = materials.Nodes("contact")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    tint = n.ramp(fade, (0.0, (1, 1, 1)), (1.0, (1 - strength, 1 - strength * 1.08, 1 - strength * 1.16)))
    mat = n.surface(n.add("ShaderNodeBsdfTransparent", Color=tint).outputs[0])
    ang = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    verts, fades = [], []
    steps = np.linspace(0, 1, 16)
    for t in steps:
        grow = -0.15 + 1.05 * t
        a, b, e = half_width + grow, half_depth + grow, 5 - 1.5 * t
        c, s = np.cos(ang), np.sin(ang)
        r = (np.abs(c / a) ** e + np.abs(s / b) ** e) ** (-1 / e)
        verts.append(np.column_stack([r * c, r * s, np.full(96, 0.004)]))
        fades.append(np.full(96, (1 - t) ** 2.2))
    faces = [(k * 96 + i, k * 96 + (i + 1) % 96, (k + 1) * 96 + (i + 1) % 96, (k + 1) * 96 + i) for k in range(15) for i in range(96)]
    faces = [f[::-1] for f in faces] + [tuple(range(96))]
    ob = new_object("contact", np.concatenate(verts), faces, mat)
    ob.data.attributes.new("fade", "FLOAT", "POINT").data.foreach_set("value", np.concatenate(fades).astype(np.float32))
    ob.location, ob.rotation_euler[2] = location, rotation_z
    ob.visible_shadow = ob.visible_diffuse = False
    return ob


def sweep(colour=(0.84, 0.80, 0.73), depth=34.0, bend=14.0):
    """A seamless paper sweep: floor that curves up into wall, no horizon."""
    n = materials.Nodes("sweep")
    mat = n.surface(n.add("ShaderNodeBsdfDiffuse", Color=colour).outputs[0])
    a = np.linspace(0, np.pi / 2, 24)
    line = [(-80.0, 0.0), *zip(depth + bend * np.sin(a), bend * (1 - np.cos(a))), (depth + bend, 120.0)]
    verts = [(x, y, z) for y, z in line for x in (-160, 160)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(line) - 1)]
    return new_object("sweep", verts, faces, mat)
