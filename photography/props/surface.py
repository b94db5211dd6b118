"""Surfaces of the props: what the house's node writer lacks, and the materials that several families share."""
import materials


class Nodes(materials.Nodes):
    """The house's node writer with a few words more."""

    def ramp(self, fac, stops):
        """Colour ramp of (position, colour or grey) stops."""
        return super().ramp(fac, *((at, (c, c, c) if isinstance(c, (int, float)) else c) for at, c in stops))

    def bump(self, height, strength=0.5, distance=0.02):
        """Normals of a height in centimetres."""
        return self.add("ShaderNodeBump", Strength=strength, Distance=distance, Height=height).outputs[0]

    def attribute(self, name, output="Color"):
        """What the mesh carries at each vertex."""
        return self.add("ShaderNodeAttribute", attribute_name=name).outputs[output]

    def principled(self, **inputs):
        """Blender's all-purpose surface."""
        return self.add("ShaderNodeBsdfPrincipled", **inputs).outputs[0]


def kept(make):
    """One material of a kind in a scene: call twice, get the same."""
    cache = {}

    def get(*args, **kwargs):
        key = (args, tuple(sorted(kwargs.items())))
        if key not in cache:
            cache[key] = make(*args, **kwargs)
        return cache[key]

    return get


def clear(n, ior, roughness=0.0, tint=(0.97, 0.97, 0.96), normal=None, colour=(1, 1, 1)):
    """Glass that shadow and diffuse rays pass straight through, tinted: no caustic noise, coloured shadows."""
    more = {} if normal is None else {"Normal": normal}
    glass_ = n.add("ShaderNodeBsdfGlass", distribution="GGX", Color=colour, Roughness=roughness, IOR=ior, **more)
    return n.clear_to_light(glass_.outputs[0], tint)


def absorb(n, sigma):
    """Colour that deepens with the way through the body: `sigma` is the loss per centimetre and channel."""
    most = max(sigma)
    return n.add("ShaderNodeVolumeAbsorption", Color=tuple(1 - s / most for s in sigma), Density=most)


@kept
def glass():
    """Clear glass with a slight absorption, so that its edges read."""
    n = Nodes("Glass")
    return n.surface(clear(n, 1.5, tint=(0.93, 0.93, 0.91)), absorb(n, (0.030, 0.024, 0.032)))


@kept
def amber_glass():
    """Apothecary's brown glass: cognac where it is thin, nearly black where it is thick."""
    # Its colour sits in the surfaces: as a volume it would also colour the liquid's long way, and turn it red.
    n = Nodes("Amber glass")
    return n.surface(clear(n, 1.5, tint=(0.68, 0.48, 0.25), colour=(0.75, 0.555, 0.265)))


@kept
def brass():
    """Used brass: gold's colour a little paler, with a breath of tarnish in the roughness."""
    n = Nodes("Brass")
    cloud = n.noise(n.mapped(), 1.3, 5)
    fine = n.noise(n.mapped((1, 1, 1)), 14, 3)
    rough = n.math("ADD", n.math("MULTIPLY", cloud, 0.16), 0.17)
    colour = n.mix_colour(n.ramp(cloud, [(0.35, 0.0), (0.75, 1.0)]), (0.93, 0.70, 0.36), (0.78, 0.55, 0.26))
    return n.surface(n.principled(Base_Color=colour, Metallic=1.0, Roughness=rough,
                                 Normal=n.bump(fine, 0.025, 0.01)))


@kept
def gold():
    """The house's gold, as on the cap."""
    n = Nodes("Gold")
    return n.surface(n.principled(Base_Color=(1.0, 0.77, 0.34), Metallic=1.0, Roughness=0.14))


@kept
def rubber():
    """The dropper's bulb: dull, dark, slightly powdery."""
    n = Nodes("Rubber")
    dust = n.noise(n.mapped(), 9, 5)
    return n.surface(n.principled(Base_Color=n.mix_colour(n.math("MULTIPLY", dust, 0.5), (0.018, 0.014, 0.012), (0.043, 0.034, 0.029)),
                                 Roughness=0.48, Specular=0.4, Normal=n.bump(dust, 0.05, 0.02)))
