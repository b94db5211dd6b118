"""Runs inside Blender: builds one shot and renders it as multilayer EXR for denoise.py.

blender -b --factory-startup -P photography/render.py -- '{"shot": "hero_wide", "mode": "draft", "out": "/tmp/x", "label": {...}}'
"""

import importlib
import itertools
import json
import sys
import time
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

DEFAULT_LABEL = {"brand": "Aurelia", "name": "Perfume signature", "concentration": "Eau de Parfum", "volume": "50\u00a0ml"}


def empty():
    """A scene with nothing in it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return bpy.context.scene


def camera(location, lens=90.0, shift=(0.0, 0.0), pitch=0.0, focus=None, fstop=8.0, yaw=0.0):
    """A level camera looking along +y. It is framed by lens shift, so that verticals stay vertical.

    `lens` is in mm on a 36 mm wide sensor, `focus` is a distance in cm. `fstop` is that of a real lens:
    the aperture is scaled, because Blender assumes metres and our unit is a centimetre.
    """
    from math import pi, radians

    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.sensor_fit = lens, 36.0, "HORIZONTAL"
    data.shift_x, data.shift_y = shift
    data.clip_end = 1000
    if focus:
        data.dof.use_dof = True
        data.dof.focus_distance = focus
        data.dof.aperture_fstop = fstop / 100.0
        data.dof.aperture_blades = 0
    ob = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(ob)
    ob.location = location
    ob.rotation_euler = (pi / 2 + radians(pitch), 0, radians(yaw))
    bpy.context.scene.camera = ob
    return ob


def settings(scene, width, height, samples):
    """Cycles' settings for every shot: enough bounces for glass, no caustics, no adaptive sampling."""
    scene.render.engine = "CYCLES"
    c = scene.cycles
    c.device, c.samples = "CPU", samples
    c.use_adaptive_sampling = c.use_denoising = False
    # Total internal reflection counts as a glossy bounce. With fewer, the glass's thick corners turn black.
    c.max_bounces, c.transmission_bounces, c.diffuse_bounces, c.glossy_bounces = 36, 32, 3, 28
    c.transparent_max_bounces = 24
    c.sample_clamp_indirect, c.sample_clamp_direct = 2.4, 0.0
    c.blur_glossy = 0.6
    c.caustics_reflective = False
    c.use_light_tree = False
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.render.use_persistent_data = True  # the same geometry for the frame and its details
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_z = False
    layer.cycles.denoising_store_passes = True  # albedo and normal as seen through mirrors and glass
    scene.render.image_settings.file_format = "OPEN_EXR_MULTILAYER"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.exr_codec = "ZIP"


def frame_of(scene, names, margin=0.12):
    """The part of the frame that shows these objects: x0, x1, y0, y1 from the lower left, 0..1. `margin` is in cm."""
    bpy.context.view_layer.update()
    corners = []
    for name in names:
        ob = bpy.data.objects[name]
        low, high = np.min(ob.bound_box, 0) - margin, np.max(ob.bound_box, 0) + margin
        for corner in itertools.product(*zip(low, high)):
            corners.append(world_to_camera_view(scene, scene.camera, ob.matrix_world @ Vector(corner))[:2])
    (x0, y0), (x1, y1) = np.clip(np.min(corners, 0), 0, 1), np.clip(np.max(corners, 0), 0, 1)
    return x0, x1, y0, y1


def main(job):
    """Build the shot, then render the whole frame and each detail, which has more samples."""
    shot = importlib.import_module(f"shots.{job['shot']}")
    mode = shot.SIZES[job["mode"]]
    width, height = mode["size"]
    scene = empty()
    scene.render.resolution_x, scene.render.resolution_y = width, height
    started = time.time()
    shot.build(job.get("label", DEFAULT_LABEL))
    print(f"@ built {time.time() - started:.1f}", flush=True)
    # Glass needs more samples than plaster, and gold more than glass.
    details = [part for part in mode.values() if isinstance(part, dict)]
    borders = [part.get("border") or frame_of(scene, part.get("objects", ("cap", "foot"))) for part in details]
    parts = [("frame", mode["samples"], (0, 1, 0, 1))]
    parts += [(f"detail-{k + 1}", part["samples"], borders[k]) for k, part in enumerate(details)]
    r = scene.render
    r.use_border = r.use_crop_to_border = True
    for i, (name, samples, border) in enumerate(parts):
        started = time.time()
        settings(scene, width, height, samples)
        r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = border
        r.filepath = f"{job['out']}/{name}.exr"
        bpy.ops.render.render(write_still=True)
        print(f"@ part {i + 1} {len(parts)} {time.time() - started:.0f}", flush=True)
    Path(job["out"], "details.json").write_text(json.dumps(borders))


if __name__ == "__main__":
    main(json.loads(sys.argv[sys.argv.index("--") + 1]))
