"""Seeds → one clean picture. Debian's Blender has no denoiser, so this is ours.

1. Each seed's outliers are clamped to what the other seeds saw nearby.
2. The seeds are split into two halves. Each half is averaged over similar pixels, where "similar"
   is judged by the *other* half's colours (non-local means, so a grain of noise can't vote for
   itself) and by Cycles' albedo, normal and depth. Colour is divided by albedo first and multiplied
   back, so stone and print keep their drawing.
3. The same at half and quarter size takes the slow blotches out of the plaster.

/usr/bin/python3 denoise.py SEED_FOLDER OUT.jpg [exposure]
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from glob import glob

import numpy as np
from scipy.ndimage import maximum_filter, uniform_filter, zoom

import exr
import tone

RADIUS, PATCH, STRICTNESS = 6, 5, 0.75
TILE, PAD = 160, RADIUS + PATCH
WORKERS = 2


def clamp_outliers(seeds):
    """Limit every seed to a little above the brightest the others saw within a pixel's reach."""
    if len(seeds) < 3:
        return seeds
    total = seeds.sum(0)
    out = []
    for s in seeds:
        others = (total - s) / (len(seeds) - 1)
        bright = others.max(-1)
        mean = uniform_filter(bright, 5)
        spread = np.sqrt(np.maximum(uniform_filter(bright**2, 5) - mean**2, 0))
        limit = np.maximum(1.6 * mean, mean + 3 * spread) + 0.02
        limit = np.minimum(limit, 1.5 * maximum_filter(bright, 3) + 0.02)
        peak = s.max(-1)
        out.append(s * np.minimum(1, limit / np.maximum(peak, 1e-6))[..., None])
    return np.stack(out)


def _similar(guide, var, shift, patch):
    """Squared distance to the pixel at `shift`, less what noise alone explains."""
    other, other_var = np.roll(guide, shift, (0, 1)), np.roll(var, shift, (0, 1))
    d = (guide - other) ** 2 - (var + np.minimum(var, other_var))
    d = (d / (1e-5 + STRICTNESS**2 * (var + other_var))).mean(-1)
    return uniform_filter(d, patch) if patch > 1 else d


def _tile(job):
    """Filter one tile (with its border) of both halves."""
    halves, guides, variances, features, feature_var = job
    out = []
    for mine, other in ((0, 1), (1, 0)):
        total = np.zeros_like(halves[mine])
        weights = np.zeros(total.shape[:2], np.float32)
        for dy in range(-RADIUS, RADIUS + 1):
            for dx in range(-RADIUS, RADIUS + 1):
                d = _similar(guides[other], variances[other], (dy, dx), PATCH)
                moved = np.roll(features, (dy, dx), (0, 1))
                f = ((features - moved) ** 2 / feature_var).max(-1)
                w = np.exp(-np.maximum(np.maximum(d, f), 0))
                total += w[..., None] * np.roll(halves[mine], (dy, dx), (0, 1))
                weights += w
        out.append(total / np.maximum(weights, 1e-6)[..., None])
    return ((out[0] + out[1]) / 2)[PAD:-PAD, PAD:-PAD]


def _filter(halves, features, feature_var):
    """Both halves (2, h, w, 3), already without albedo → their filtered mean."""
    h, w = halves.shape[1:3]
    guides = np.log1p(4 * np.maximum(halves, 0)).astype(np.float32)
    # What the halves disagree about is noise.
    noise = uniform_filter((guides[0] - guides[1]) ** 2, (5, 5, 0)) / 2
    variances = np.stack([noise, noise])
    border = ((PAD, PAD), (PAD, PAD), (0, 0))
    pad = lambda a: np.pad(a, border, "reflect")
    halves, guides, variances = ([pad(x) for x in xs] for xs in (halves, guides, variances))
    features, feature_var = pad(features), pad(feature_var)
    jobs, places = [], []
    for y in range(0, h, TILE):
        for x in range(0, w, TILE):
            cut = np.s_[y : min(y + TILE, h) + 2 * PAD, x : min(x + TILE, w) + 2 * PAD]
            jobs.append(([a[cut] for a in halves], [a[cut] for a in guides], [a[cut] for a in variances], features[cut], feature_var[cut]))
            places.append((y, x))
    result = np.zeros((h, w, 3), np.float32)
    with ProcessPoolExecutor(WORKERS) as pool:
        for (y, x), tile in zip(places, pool.map(_tile, jobs, chunksize=4)):
            result[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
    return result


def _half(a):
    """Half the size by averaging."""
    h, w = a.shape[0] // 2 * 2, a.shape[1] // 2 * 2
    a = a[:h, :w]
    return (a[0::2, 0::2] + a[1::2, 0::2] + a[0::2, 1::2] + a[1::2, 1::2]) / 4


def _double(a, shape):
    """Back to full size."""
    up = np.stack([zoom(a[..., c], 2, order=1, mode="nearest", grid_mode=True) for c in range(a.shape[-1])], -1)
    return np.pad(up, ((0, shape[0] - up.shape[0]), (0, shape[1] - up.shape[1]), (0, 0)), "edge")


def _levels(halves, features, feature_var, depth):
    """Filter this size; take what is slower than a pixel from the next smaller size."""
    fine = _filter(halves, features, feature_var)
    if depth == 0:
        return fine
    small = _levels(np.stack([_half(a) for a in halves]), _half(features), _half(feature_var), depth - 1)
    return fine + _double(small - _half(fine), fine.shape)


def denoise(folder):
    """All the seeds in a folder → scene-linear picture."""
    frames = [exr.read(f) for f in sorted(glob(f"{folder}/seed-?.exr"))]
    seeds = clamp_outliers(np.stack([np.clip(f["color"], 0, 60) for f in frames]))
    if len(seeds) < 2:
        return seeds[0]
    albedo = np.mean([f["albedo"] for f in frames], 0)
    depth = np.stack([np.clip(f["depth"], 1, 400) for f in frames])
    features = np.concatenate([np.stack([f["albedo"] for f in frames]), np.stack([f["normal"] for f in frames]), np.log(depth)], -1)
    var = uniform_filter(features.var(0) / (len(frames) - 1), (3, 3, 0))
    floor = np.array([0.02] * 3 + [0.06] * 3 + [0.02], np.float32) ** 2
    feature_var = 4 * np.maximum(var, floor).astype(np.float32)
    base = np.clip(albedo, 0.06, 1.0)
    halves = np.stack([seeds[0::2].mean(0), seeds[1::2].mean(0)]) / base
    return _levels(halves.astype(np.float32), features.mean(0).astype(np.float32), feature_var, 2) * base


def save(path, pixels, quality=93):
    """JPEG without chroma subsampling, or PNG by its name."""
    import OpenImageIO as oiio

    spec = oiio.ImageSpec(pixels.shape[1], pixels.shape[0], 3, "uint8")
    spec.attribute("Compression", f"jpeg:{quality}")
    spec.attribute("jpeg:subsampling", "4:4:4")
    spec.attribute("oiio:ColorSpace", "sRGB")
    out = oiio.ImageOutput.create(path)
    out.open(path, spec)
    out.write_image(pixels)
    out.close()


def main(folder, path, exposure=1.0):
    """Denoise, tone, dither, write."""
    started = time.time()
    picture = tone.tone(denoise(folder), float(exposure))
    save(path, tone.to_bytes(picture))
    print(f"@ denoised {time.time() - started:.0f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])
