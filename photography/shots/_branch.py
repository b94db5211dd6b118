"""An olive branch outside the window: only its shadow is ever seen."""

import numpy as np


def olive_branch(start, end, leaves=13, length=3.6, transmission=0.25, seed=3, sag=1.2, near=16.0):
    """Gobo shapes for a twig from `start` to `end` (x, z on the wall) with paired narrow leaves."""
    rng = np.random.default_rng(seed)
    a, b = np.asarray(start, float), np.asarray(end, float)
    along = (b - a) / np.linalg.norm(b - a)
    across = np.array([-along[1], along[0]])

    def at(t):
        return a + (b - a) * t - np.array([0, sag]) * t * (1 - t) * 4

    twig = [at(t) + across * 0.12 for t in np.linspace(0, 1, 12)] + [at(t) - across * 0.12 for t in np.linspace(1, 0, 12)]
    shapes = [(transmission, [tuple(p) for p in twig], near)]
    for i in range(leaves):
        t = (i + 0.6) / leaves
        side = 1 if i % 2 else -1
        turn = side * rng.uniform(0.45, 0.95)
        d = np.cos(turn) * along + np.sin(turn) * across
        n = np.array([-d[1], d[0]])
        size = length * rng.uniform(0.75, 1.1) * (1 - 0.25 * t)
        s = np.linspace(0, 1, 9)
        w = 0.16 * size * np.sin(np.pi * s**0.8) * rng.uniform(0.7, 1.1)
        p = at(t)
        leaf = [p + d * size * k + n * q for k, q in zip(s, w)] + [p + d * size * k - n * q for k, q in zip(s[::-1], w[::-1])]
        shapes.append((transmission, [tuple(x) for x in leaf], near))
    return shapes
