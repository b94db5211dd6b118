"""Surfaces of the props: a short way to write shader nodes, and the materials that several families share."""
import bpy


class Nodes:
    """A material's node tree, written from left to right: `n.add('ShaderNodeX', Input=value_or_socket)`."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def add(self, kind, settings=None, **inputs):
        node = self.tree.nodes.new(kind)
        for key, value in (settings or {}).items():
            setattr(node, key, value)
        for key, value in inputs.items():
            self.feed(node, int(key[1:]) if key[0] == "_" else key.replace("__", " "), value)
        return node

    def feed(self, node, key, value):
        socket = node.inputs[key]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, bpy.types.Node):
            self.tree.links.new(value.outputs[0], socket)
        elif isinstance(value, (tuple, list)) and socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0, clamp=False):
        return self.add("ShaderNodeMath", {"operation": operation, "use_clamp": clamp}, _0=a, _1=b).outputs[0]

    def ramp(self, fac, stops):
        """Colour ramp of (position, colour) stops."""
        node = self.add("ShaderNodeValToRGB", Fac=fac)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1.0) if not isinstance(colour, (int, float)) else (colour,) * 3 + (1.0,)
        return node.outputs[0]

    def mix(self, fac, a, b, blend="MIX"):
        return self.add("ShaderNodeMixRGB", {"blend_type": blend}, Fac=fac, Color1=a, Color2=b).outputs[0]

    def where(self, scale=(1, 1, 1), attribute=None, coordinate="Object"):
        """Coordinates of the surface, stretched by `scale`."""
        source = (self.add("ShaderNodeAttribute", {"attribute_name": attribute}).outputs["Vector"] if attribute
                  else self.add("ShaderNodeTexCoord").outputs[coordinate])
        return self.add("ShaderNodeMapping", Vector=source, Scale=scale).outputs[0]

    def noise(self, vector, scale, detail=4.0, roughness=0.55, distortion=0.0):
        return self.add("ShaderNodeTexNoise", Vector=vector, Scale=scale, Detail=detail, Roughness=roughness,
                        Distortion=distortion).outputs["Fac"]

    def bump(self, height, strength=0.5, distance=0.02, normal=None):
        node = self.add("ShaderNodeBump", Strength=strength, Distance=distance, Height=height)
        if normal is not None:
            self.feed(node, "Normal", normal)
        return node.outputs[0]

    def principled(self, **inputs):
        return self.add("ShaderNodeBsdfPrincipled", **inputs)

    def finish(self, shader, volume=None):
        self.tree.links.new(shader.outputs[0] if isinstance(shader, bpy.types.Node) else shader,
                            self.output.inputs["Surface"])
        if volume is not None:
            self.tree.links.new(volume.outputs[0], self.output.inputs["Volume"])
        return self.material


def kept(make):
    """One material of a kind in a scene: call twice, get the same."""
    cache = {}

    def get(*args, **kwargs):
        key = (args, tuple(sorted(kwargs.items())))
        found = cache.get(key)
        try:
            if found is not None and found.name:
                return found
        except ReferenceError:
            pass
        cache[key] = make(*args, **kwargs)
        return cache[key]

    return get


def clear(n, ior, roughness=0.0, tint=(0.97, 0.97, 0.96), normal=None, colour=(1, 1, 1)):
    """Glass that shadow and diffuse rays pass straight through, tinted: no caustic noise, coloured shadows."""
    glass = n.add("ShaderNodeBsdfGlass", {"distribution": "GGX"}, Color=colour, Roughness=roughness, IOR=ior)
    if normal is not None:
        n.feed(glass, "Normal", normal)
    through = n.add("ShaderNodeBsdfTransparent", Color=tint)
    path = n.add("ShaderNodeLightPath")
    either = n.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    return n.add("ShaderNodeMixShader", Fac=either, _1=glass.outputs[0], _2=through.outputs[0])


def absorb(n, sigma):
    """Colour that deepens with the way through the body: `sigma` is the loss per centimetre and channel."""
    most = max(sigma)
    return n.add("ShaderNodeVolumeAbsorption", Color=tuple(1 - s / most for s in sigma), Density=most)


@kept
def glass(name="Glass", ior=1.5, tint=(0.93, 0.93, 0.91), sigma=(0.030, 0.024, 0.032)):
    """Clear or coloured glass with a slight absorption, so that its edges read."""
    n = Nodes(name)
    return n.finish(clear(n, ior, tint=tint), absorb(n, sigma))


@kept
def amber_glass():
    """Apothecary's brown glass: cognac where it is thin, nearly black where it is thick."""
    # Its colour sits in the surfaces: as a volume it would also colour the liquid's long way, and turn it red.
    n = Nodes("Amber glass")
    return n.finish(clear(n, 1.5, tint=(0.68, 0.48, 0.25), colour=(0.75, 0.555, 0.265)))


@kept
def brass(roughness=0.25, polish="brushed"):
    """Used brass: gold's colour a little paler, with a breath of tarnish in the roughness."""
    n = Nodes("Brass")
    cloud = n.noise(n.where(), 1.3, 5)
    fine = n.noise(n.where((1, 1, 1)), 14, 3)
    rough = n.math("ADD", n.math("MULTIPLY", cloud, 0.16), roughness - 0.08)
    colour = n.mix(n.ramp(cloud, [(0.35, 0.0), (0.75, 1.0)]), (0.93, 0.70, 0.36), (0.78, 0.55, 0.26))
    return n.finish(n.principled(Base__Color=colour, Metallic=1.0, Roughness=rough,
                                 Normal=n.bump(fine, 0.025, 0.01)))


@kept
def gold():
    """The house's gold, as on the cap."""
    n = Nodes("Gold")
    return n.finish(n.principled(Base__Color=(1.0, 0.77, 0.34), Metallic=1.0, Roughness=0.14))


@kept
def paper(colour=(0.80, 0.765, 0.69), tooth=0.35):
    """Uncoated paper with a little tooth and fibre."""
    n = Nodes("Paper")
    fibre = n.noise(n.where((1, 1, 1)), 28, 6, 0.7)
    cloud = n.noise(n.where(), 3.0, 3)
    tone = n.mix(n.math("MULTIPLY", cloud, 0.22), colour, tuple(c * 0.86 for c in colour))
    return n.finish(n.principled(Base__Color=tone, Roughness=0.82, Specular=0.25,
                                 Normal=n.bump(fibre, tooth, 0.006)))


@kept
def rubber(colour=(0.018, 0.014, 0.012)):
    """The dropper's bulb: dull, dark, slightly powdery."""
    n = Nodes("Rubber")
    dust = n.noise(n.where(), 9, 5)
    return n.finish(n.principled(Base__Color=n.mix(n.math("MULTIPLY", dust, 0.5), colour, tuple(c * 2.4 for c in colour)),
                                 Roughness=0.48, Specular=0.4, Normal=n.bump(dust, 0.05, 0.02)))
