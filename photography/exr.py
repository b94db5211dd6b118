"""Reading Cycles' multilayer EXR."""

import numpy as np
import OpenImageIO as oiio


def read(path):
    """→ {"color", "albedo", "normal"} as float32 arrays (h, w, c)."""
    image = oiio.ImageInput.open(str(path))
    spec, data = image.spec(), image.read_image("float")
    image.close()
    names = [n.split(".", 1)[1] if n.startswith("ViewLayer.") or n.startswith("View Layer.") else n for n in spec.channelnames]

    def take(layer, letters):
        return np.stack([data[..., names.index(f"{layer}.{c}")] for c in letters], -1)

    return {"color": take("Combined", "RGB"), "albedo": take("Denoising Albedo", "RGB"),
            "normal": take("Denoising Normal", "XYZ")}
