"""Denoises a shot's seeds into one picture, because Debian's Blender has no denoiser.

1. Outliers in each seed are clamped to the values the other seeds have nearby.
2. The seeds are split into two halves. Each half is averaged over similar pixels. Similarity is
   measured on the *other* half's colours (non-local means, so a noisy pixel can't confirm itself)
   and on Cycles' albedo, normal and depth. Colour is divided by albedo first and multiplied back
   afterwards, which preserves the texture of stone and print.
3. The same filter at half, quarter and eighth size removes low-frequency blotches from the plaster.
4. The extra seeds of a shot's details (glass, gold) are filtered the same way and blended in.

/usr/bin/python3 denoise.py SEED_FOLDER OUT.png [exposure]
"""

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from glob import glob
from pathlib import Path

import numpy as np
from scipy.ndimage import maximum_filter, uniform_filter, zoom

import exr
import tone

RADIUS, PATCH, STRICTNESS = 5, 5, 0.9
TILE, PAD = 128, RADIUS + PATCH
WORKERS = 2


def clamp_outliers(seeds):
    """Clamp each seed to slightly above what the other seeds have nearby."""
    if len(seeds) < 2:
        return seeds
    total = seeds.sum(0)
    out = []
    for s in seeds:
        others = (total - s) / (len(seeds) - 1)
        bright = others.max(-1)
        mean = uniform_filter(bright, 5)
        spread = np.sqrt(np.maximum(uniform_filter(bright**2, 5) - mean**2, 0))
        limit = np.maximum(1.6 * mean, mean + 3 * spread) + 0.004
        limit = np.minimum(limit, 1.5 * maximum_filter(bright, 3) + 0.004)
        peak = s.max(-1)
        out.append(s * np.minimum(1, limit / np.maximum(peak, 1e-6))[..., None])
    return np.stack(out)


def _tile(job):
    """Filter one tile of both halves. The arrays are channels-first with a border of PAD."""
    halves, guides, noise, features, precision = job
    _, h, w = halves[0].shape
    own = np.s_[..., PAD : h - PAD, PAD : w - PAD]
    reach = PATCH // 2
    wide = np.s_[..., PAD - reach : h - PAD + reach, PAD - reach : w - PAD + reach]
    crop = np.s_[reach:-reach, reach:-reach]

    def moved(place, dy, dx):
        return (..., slice(place[1].start + dy, place[1].stop + dy), slice(place[2].start + dx, place[2].stop + dx))

    total = [np.zeros_like(halves[0][own]) for _ in halves]
    weights = [np.zeros_like(noise[own]) for _ in halves]
    here, scale, quiet = features[own], precision[own], noise[wide]
    for dy in range(-RADIUS, RADIUS + 1):
        for dx in range(-RADIUS, RADIUS + 1):
            there, there_wide = moved(own, dy, dx), moved(wide, dy, dx)
            feature = here - features[there]
            feature *= feature
            feature *= scale
            feature = feature.max(0)
            both = quiet + noise[there_wide]
            explained = quiet + np.minimum(quiet, noise[there_wide])
            for mine, other in ((0, 1), (1, 0)):
                d = guides[other][wide] - guides[other][there_wide]
                d *= d
                d = d.mean(0)
                d -= explained
                d /= 1e-5 + STRICTNESS**2 * both
                d = np.maximum(uniform_filter(d, PATCH)[crop], feature)
                weight = np.exp(-np.maximum(d, 0))
                total[mine] += weight * halves[mine][there]
                weights[mine] += weight
    return (total[0] / weights[0] + total[1] / weights[1]) / 2


def _filter(halves, features, feature_var):
    """Filter both halves (2, h, w, 3), already divided by albedo, and return their mean."""
    h, w = halves.shape[1:3]
    guides = np.log1p(4 * np.maximum(halves, 0)).astype(np.float32)
    # The difference between the halves is noise.
    noise = uniform_filter(((guides[0] - guides[1]) ** 2).mean(-1), 5) / 2
    border = ((0, 0), (PAD, PAD), (PAD, PAD))

    def pad(a):
        return np.pad(np.moveaxis(np.atleast_3d(a), -1, 0), border, "reflect").astype(np.float32)

    halves, guides = [pad(x) for x in halves], [pad(x) for x in guides]
    noise, features, precision = pad(noise)[0], pad(features), pad(1 / feature_var)
    places = [(y, x) for y in range(0, h, TILE) for x in range(0, w, TILE)]

    def job(y, x):
        cut = np.s_[..., y : min(y + TILE, h) + 2 * PAD, x : min(x + TILE, w) + 2 * PAD]
        return [a[cut] for a in halves], [a[cut] for a in guides], noise[cut], features[cut], precision[cut]

    result = np.zeros((h, w, 3), np.float32)
    with ProcessPoolExecutor(WORKERS) as pool:
        for (y, x), tile in zip(places, pool.map(_tile, (job(*p) for p in places), chunksize=2)):
            result[y : y + tile.shape[1], x : x + tile.shape[2]] = np.moveaxis(tile, 0, -1)
    return result


def _half(a):
    """Downsample to half size by averaging."""
    h, w = a.shape[0] // 2 * 2, a.shape[1] // 2 * 2
    a = a[:h, :w]
    return (a[0::2, 0::2] + a[1::2, 0::2] + a[0::2, 1::2] + a[1::2, 1::2]) / 4


def _double(a, shape):
    """Upsample back to full size."""
    up = np.stack([zoom(a[..., c], 2, order=1, mode="nearest", grid_mode=True) for c in range(a.shape[-1])], -1)
    return np.pad(up, ((0, shape[0] - up.shape[0]), (0, shape[1] - up.shape[1]), (0, 0)), "edge")


def _levels(halves, features, feature_var, depth):
    """Filter at this size and take the lower frequencies from the next smaller size."""
    fine = _filter(halves, features, feature_var)
    if depth == 0:
        return fine
    small = _levels(np.stack([_half(a) for a in halves]), _half(features), _half(feature_var), depth - 1)
    return fine + _double(small - _half(fine), fine.shape)


def _wiener(image, var, size=5):
    """Smooth only where noise explains the variation. Albedo seen through glass is itself noisy, and
    multiplying by it would bring the grain back."""
    mean = uniform_filter(image, (size, size, 0))
    spread = np.maximum(uniform_filter(image**2, (size, size, 0)) - mean**2, 1e-8)
    keep = np.clip(1 - 2 * uniform_filter(var, (size, size, 0)) / spread, 0, 1)
    return mean + keep * (image - mean)


def clean(frames):
    """Denoise frames of one size into a scene-linear picture. Its fourth channel says where surfaces have a texture."""
    seeds = clamp_outliers(np.stack([np.clip(f["color"], 0, 60) for f in frames]))
    if len(seeds) < 2:
        return np.pad(seeds[0], ((0, 0), (0, 0), (0, 1)))
    albedo = np.mean([f["albedo"] for f in frames], 0)
    depth = np.stack([np.clip(f["depth"], 1, 400) for f in frames])
    features = np.concatenate([np.stack([f["albedo"] for f in frames]), np.stack([f["normal"] for f in frames]), np.log(depth)], -1)
    var = uniform_filter(features.var(0) / (len(frames) - 1), (3, 3, 0))
    floor = np.array([0.02] * 3 + [0.06] * 3 + [0.02], np.float32) ** 2
    # Two features may differ by noise alone, which must not count as an edge.
    feature_var = (4 * floor + 24 * var).astype(np.float32)
    base = np.clip(_wiener(albedo, var[..., :3]), 0.06, 1.0)
    halves = np.stack([seeds[0::2].mean(0), seeds[1::2].mean(0)]) / base
    picture = _levels(halves.astype(np.float32), features.mean(0).astype(np.float32), feature_var, 3) * base
    return np.concatenate([picture, _texture(base.mean(-1))[..., None]], -1)


def _texture(albedo, size=11):
    """0 where the albedo is even, as on plaster, to 1 where it varies by a tenth or more, as on stone and in glass."""
    mean = uniform_filter(albedo, size)
    spread = np.sqrt(np.maximum(uniform_filter(albedo**2, size) - mean**2, 0)) / mean
    return uniform_filter(np.clip((spread - 0.03) / 0.07, 0, 1), size).astype(np.float32)


def _feather(shape, width=24):
    """A blend mask: 1 inside, falling to 0 at the sides."""
    y, x = (np.arange(n, dtype=np.float32) + 0.5 for n in shape)
    ramp = np.minimum.outer(np.minimum(y, y[::-1]), np.minimum(x, x[::-1]))
    return np.clip(ramp / width, 0, 1)[..., None]


def denoise(folder):
    """Denoise all seeds in a folder, including the details', into a picture as `clean` returns it."""
    frames = [exr.read(f) for f in sorted(glob(f"{folder}/seed-?.exr"))]
    picture = clean(frames)
    for k, (x0, x1, y0, y1) in enumerate(json.loads(Path(folder, "details.json").read_text())):
        extra = [exr.read(f) for f in sorted(glob(f"{folder}/detail-{k + 1}-?.exr"))]
        h, w = picture.shape[:2]
        top, left = h - int(y1 * h), int(x0 * w)
        part = np.s_[top : top + len(extra[0]["color"]), left : left + len(extra[0]["color"][0])]
        if len(extra) < 4:  # too few: use the whole frame's seeds too
            extra += [{k: v[part] for k, v in f.items()} for f in frames]
        detail = clean(extra)
        mask = _feather(detail.shape[:2])
        picture[part] = picture[part] * (1 - mask) + detail * mask
    return picture


def save(path, display):
    """Write a PNG of 16 bits."""
    import OpenImageIO as oiio

    height, width, _ = display.shape
    out = oiio.ImageOutput.create(path)
    out.open(path, oiio.ImageSpec(width, height, 3, "uint16"))
    out.write_image(display.astype(np.float32))
    out.close()


def main(folder, path, exposure=1.0):
    """Denoise, tone, write."""
    started = time.time()
    picture = denoise(folder)
    display, texture = tone.tone(picture[..., :3], float(exposure)), picture[..., 3:]
    save(path, display * texture + tone.calm(display) * (1 - texture))
    print(f"@ denoised {time.time() - started:.0f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])
