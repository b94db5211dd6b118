"""The materials. Colours are linear RGB, lengths are centimetres."""

from math import exp

import bpy


class Nodes:
    """A shorthand for Blender's node trees."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.out = self.add("ShaderNodeOutputMaterial")

    def add(self, kind, **values):
        """Add a node. Keys are attributes, input names, or `_2` for input 2. Node and socket values are linked."""
        node = self.tree.nodes.new(kind)
        for key, value in values.items():
            if hasattr(node, key):
                setattr(node, key, value)
                continue
            socket = node.inputs[int(key[1:])] if key[0] == "_" else node.inputs[key.replace("_", " ")]
            self.put(socket, value)
        return node

    def put(self, socket, value):
        """Link an output, or set a plain value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, bpy.types.Node):
            self.tree.links.new(value.outputs[0], socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0, clamp=False):
        """A math node's output."""
        return self.add("ShaderNodeMath", operation=operation, use_clamp=clamp, _0=a, _1=b).outputs[0]

    def ramp(self, fac, *stops):
        """A colour ramp: stops are (position, (r, g, b))."""
        node = self.add("ShaderNodeValToRGB", Fac=fac)
        els = node.color_ramp.elements
        while len(els) < len(stops):
            els.new(stops[len(els) - 1][0])
        for el, (pos, col) in zip(els, stops):
            el.position, el.color = pos, (*col, 1)
        return node.outputs[0]

    def noise(self, vector, scale, detail=4.0, roughness=0.5, distortion=0.0):
        """A noise value, 0..1."""
        return self.add("ShaderNodeTexNoise", Vector=vector, Scale=scale, Detail=detail, Roughness=roughness,
                        Distortion=distortion).outputs["Fac"]

    def mapped(self, scale=(1, 1, 1), location=(0, 0, 0), kind="Object"):
        """Object coordinates, stretched."""
        coord = self.add("ShaderNodeTexCoord").outputs[kind]
        return self.add("ShaderNodeMapping", Vector=coord, Scale=scale, Location=location).outputs[0]

    def mix(self, fac, a, b):
        """Mix of two shaders."""
        return self.add("ShaderNodeMixShader", _0=fac, _1=a, _2=b).outputs[0]

    def mix_colour(self, fac, a, b, blend="MIX"):
        """Mix of two colours."""
        return self.add("ShaderNodeMixRGB", blend_type=blend, Fac=fac, Color1=a, Color2=b).outputs[0]

    def surface(self, shader, volume=None):
        """Connect the outputs and return the material."""
        self.put(self.out.inputs["Surface"], shader)
        if volume is not None:
            self.put(self.out.inputs["Volume"], volume)
        return self.material

    def clear_to_light(self, shader, tint):
        """Let shadow and diffuse rays pass straight through, tinted, to avoid fireflies from caustics."""
        path = self.add("ShaderNodeLightPath")
        either = self.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
        return self.mix(either, shader, self.add("ShaderNodeBsdfTransparent", Color=tint).outputs[0])


def _absorb(n, sigma):
    """Homogeneous absorption, sigma per cm and channel."""
    d = max(sigma)
    return n.add("ShaderNodeVolumeAbsorption", Color=tuple(1 - s / d for s in sigma), Density=d).outputs[0]


def _settle(n, shader, colour, depth):
    """Give rays one quiet tone once they have met `depth` faces: they are trapped. Without it the thick corners turn
    black, and the perfume collects reflections of the whole bottle. A small depth shows in the shoulder as flat grey
    patches."""
    lost = n.math("GREATER_THAN", n.add("ShaderNodeLightPath").outputs["Ray Depth"], depth - 0.5)
    return n.mix(lost, shader, n.add("ShaderNodeEmission", Color=colour, Strength=1.0).outputs[0])


def glass(settled=(0.40, 0.335, 0.26)):
    """The flacon's glass against air. Slight absorption makes its edges visible. `settled` is the tone of trapped rays."""
    n = Nodes("glass")
    rim = n.add("ShaderNodeLayerWeight", Blend=0.35).outputs["Facing"]
    # A glass body's shadow is dark at the rim and clear in the middle.
    tint = n.ramp(rim, (0.0, (0.93, 0.915, 0.89)), (0.75, (0.78, 0.75, 0.70)), (1.0, (0.36, 0.33, 0.29)))
    clear = n.add("ShaderNodeBsdfGlass", Color=(1, 1, 1), Roughness=0.0, IOR=1.5).outputs[0]
    return n.surface(n.clear_to_light(_settle(n, clear, settled, 14), tint), _absorb(n, (0.052, 0.043, 0.050)))


def _depth_of_colour(sigma, reach, deepest=8.0, steps=14):
    """Ramp stops for the transmittance of 0..`deepest` cm of perfume.

    It starts like absorption (sigma per cm and channel) but levels off at a deepest tone. True absorption
    is a glaring red on the long paths that light takes along a bottle.
    """
    stops = []
    for k in range(steps):
        length = deepest * (k / (steps - 1)) ** 1.5
        felt = reach * (1 - exp(-(length + 0.3) / reach))  # never fully clear, or the meniscus is a white chip
        stops.append((length / deepest, tuple(exp(-s * felt) for s in sigma)))
    return deepest, stops


def juice():
    """The perfume. Attribute `top` is 1 on the free surface and 0 where the perfume wets the glass.

    Colour is applied where light leaves the perfume, by the length of its path inside. The deepest tone is hardly
    deeper than the tone seen through the flacon's face, so the amber is the same from every side.
    """
    n = Nodes("juice")
    top = n.add("ShaderNodeAttribute", attribute_name="top").outputs["Fac"]
    ior = n.math("ADD", n.math("MULTIPLY", top, 1.36 - 1.36 / 1.5), 1.36 / 1.5)
    path = n.add("ShaderNodeLightPath")
    deepest, stops = _depth_of_colour((0.075, 0.72, 2.35), 1.15)
    amber = n.ramp(n.math("DIVIDE", path.outputs["Ray Length"], deepest), *stops)
    # A straight path leaves the perfume once. Light that leaves it again must not be coloured twice.
    late = n.math("MULTIPLY", n.math("SUBTRACT", path.outputs["Ray Depth"], 2.5), 0.5, clamp=True)
    amber = n.mix_colour(n.math("MULTIPLY", late, 0.9), amber, (1.0, 0.90, 0.70))
    inside = n.add("ShaderNodeNewGeometry").outputs["Backfacing"]
    # Seen from above at this low angle the surface is a mirror. Tint it, or the reflected wall is a white chip.
    colour = n.mix_colour(inside, n.mix_colour(top, (1, 1, 1), (0.98, 0.84, 0.58)), amber)
    liquid = n.add("ShaderNodeBsdfGlass", Color=colour, Roughness=0.0, IOR=ior).outputs[0]
    # This tint applies per surface, and a shadow ray crosses two.
    return n.surface(n.clear_to_light(_settle(n, liquid, (0.50, 0.27, 0.06), 7), (0.91, 0.77, 0.50)))


def tube(level):
    """Dip tube: faintly milky plastic, in juice below `level` and in air above."""
    n = Nodes("tube")
    z = n.add("ShaderNodeSeparateXYZ", Vector=n.add("ShaderNodeTexCoord").outputs["Object"]).outputs["Z"]
    ior = n.math("ADD", n.math("MULTIPLY", n.math("GREATER_THAN", z, level), 0.36), 1.10)
    clear = n.add("ShaderNodeBsdfGlass", Color=(0.96, 0.96, 0.95), Roughness=0.05, IOR=ior).outputs[0]
    milk = n.add("ShaderNodeBsdfTranslucent", Color=(0.9, 0.88, 0.84)).outputs[0]
    return n.surface(n.clear_to_light(n.mix(0.22, clear, milk), (0.9, 0.88, 0.85)))


def ivory(colour=(0.74, 0.67, 0.56)):
    """The pump: milky plastic, so that it shows no reflections in the clear neck and a lamp behind it shines through.
    A slight emission replaces the light that real glass would focus on it: here light passes glass unrefracted."""
    n = Nodes("ivory")
    face = n.add("ShaderNodeBsdfPrincipled", Base_Color=colour, Roughness=0.55, Specular=0.3, Emission=(0.78, 0.60, 0.38),
                 Emission_Strength=0.15).outputs[0]
    return n.surface(n.mix(0.4, face, n.add("ShaderNodeBsdfTranslucent", Color=colour).outputs[0]))


def satin(colour=(0.56, 0.32, 0.10)):
    """The collar's underside: gold-coloured pigment, darker in its grooves, and slightly emissive like the pump."""
    n = Nodes("satin")
    level = n.add("ShaderNodeSeparateXYZ", Vector=n.add("ShaderNodeNewGeometry").outputs["Normal"]).outputs["Z"]
    tone = n.ramp(n.math("MULTIPLY", level, -1.0), (0.86, tuple(c * 0.75 for c in colour)), (1.0, colour))
    return n.surface(n.add("ShaderNodeBsdfPrincipled", Base_Color=tone, Metallic=0.3, Roughness=0.5,
                           Emission=tone, Emission_Strength=0.22).outputs[0])


def gold(roughness=0.135, colour=(1.0, 0.755, 0.375), touched=None):
    """Polished 24k plate. A little noise in the roughness makes it look less computed. For close views, `touched` is
    the point and the radius of a finger's bloom, and the plate is slightly wavy, so that no reflection is quite straight.

    Gold reflected in gold turns red, so from the second reflection on it is paler, as in a bright room.
    """
    n = Nodes("gold")
    grain = n.noise(n.mapped((1, 1, 1)), 3.0, 3)
    rough = n.math("ADD", n.math("MULTIPLY", grain, 0.05), roughness - 0.025)
    # Handled metal: broad faint smears.
    smear = n.ramp(n.noise(n.mapped((1, 1, 0.5)), 1.7, 4, 0.6, 0.8), (0.46, (0, 0, 0)), (0.66, (1, 1, 1)))
    rough = n.math("ADD", rough, n.math("MULTIPLY", smear, 0.09))
    again = n.math("GREATER_THAN", n.add("ShaderNodeLightPath").outputs["Glossy Depth"], 0.5)
    tone = n.mix_colour(again, colour, (0.86, 0.755, 0.56))
    plate = n.add("ShaderNodeBsdfPrincipled", Base_Color=tone, Metallic=1.0, Roughness=rough)
    if touched:
        at, radius = touched
        near = n.add("ShaderNodeVectorMath", operation="DISTANCE", _0=n.mapped(), _1=at).outputs["Value"]
        bloom = n.ramp(n.math("DIVIDE", near, radius), (0.0, (1, 1, 1)), (0.45, (0.75,) * 3), (1.0, (0, 0, 0)))
        patchy = n.math("ADD", n.math("MULTIPLY", n.noise(n.mapped((1, 1, 0.6)), 2.6, 3), 0.9), 0.1)
        n.put(plate.inputs["Roughness"], n.math("ADD", rough, n.math("MULTIPLY", n.math("MULTIPLY", bloom, patchy), 0.15)))
        waves = n.noise(n.mapped(), 1.8, 2)
        n.put(plate.inputs["Normal"], n.add("ShaderNodeBump", Strength=1.0, Distance=0.012, Height=waves))
    return n.surface(plate.outputs[0])


def frosted_gold():
    """The sun's relief on the cap: sandblasted, so that its tone doesn't depend on reflections."""
    n = Nodes("frosted gold")
    grain = n.noise(n.mapped(), 90, 3)
    bump = n.add("ShaderNodeBump", Strength=0.10, Distance=0.004, Height=grain)
    return n.surface(n.add("ShaderNodeBsdfPrincipled", Base_Color=(1.0, 0.72, 0.34), Metallic=0.86, Roughness=0.32,
                           Normal=bump).outputs[0])


def gold_ink():
    """Foil on the label: part pigment, so that it looks gold where a mirror would show the dark room."""
    n = Nodes("gold ink")
    foil = n.add("ShaderNodeBsdfPrincipled", Base_Color=(0.92, 0.60, 0.20), Metallic=0.55, Roughness=0.30).outputs[0]
    return n.surface(foil)


def paper(colour=(0.735, 0.668, 0.575)):
    """Uncoated cotton paper. It darkens slightly away from the window."""
    n = Nodes("paper")
    fibre = n.noise(n.mapped((1, 1, 0.7)), 26, 5, 0.6)
    tooth = n.noise(n.mapped(), 75, 3)
    tone = n.mix_colour(fibre, tuple(c * 0.945 for c in colour), tuple(c * 1.045 for c in colour))
    place = n.add("ShaderNodeSeparateXYZ", Vector=n.add("ShaderNodeTexCoord").outputs["Generated"])
    away = n.math("ADD", n.math("MULTIPLY", place.outputs["X"], 0.5), n.math("MULTIPLY", n.math("SUBTRACT", 1.0, place.outputs["Z"]), 0.5))
    tone = n.mix_colour(1.0, tone, n.ramp(away, (0.0, (1, 1, 1)), (1.0, (0.80, 0.775, 0.74))), "MULTIPLY")
    height = n.math("ADD", n.math("MULTIPLY", fibre, 0.7), n.math("MULTIPLY", tooth, 0.3))
    bump = n.add("ShaderNodeBump", Strength=0.26, Distance=0.012, Height=height)
    return n.surface(n.add("ShaderNodeBsdfPrincipled", Base_Color=tone, Roughness=0.85, Specular=0.12, Normal=bump).outputs[0])


def pressed(colour=(0.90, 0.84, 0.75)):
    """The far edge of letterpress type, where the wall of the impression faces the window."""
    n = Nodes("pressed")
    return n.surface(n.add("ShaderNodeBsdfDiffuse", Color=colour).outputs[0])


def contact():
    """A faint shadow on the glass round the label (attribute `fade`), so that the label has an edge."""
    n = Nodes("label contact")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    tint = n.ramp(fade, (0.0, (1, 1, 1)), (1.0, (0.55, 0.50, 0.44)))
    return n.surface(n.add("ShaderNodeBsdfTransparent", Color=tint).outputs[0])


def ink():
    """The label's near-black brown."""
    n = Nodes("ink")
    return n.surface(n.add("ShaderNodeBsdfPrincipled", Base_Color=(0.022, 0.013, 0.008), Roughness=0.6,
                           Specular=0.2).outputs[0])


def plaster(colour=(0.86, 0.765, 0.65), relief=1.0):
    """Hand-floated lime plaster: broad trowel clouds, fine grain, faint stains."""
    n = Nodes("plaster")
    p = n.mapped()
    cloud = n.noise(p, 0.06, 5, 0.55, 0.8)
    trowel = n.noise(n.mapped((0.10, 0.2, 0.17)), 1.1, 5, 0.5, 1.8)
    grain = n.noise(p, 7.0, 6, 0.65)
    tone = n.mix_colour(n.math("MULTIPLY", cloud, 0.7), colour, tuple(c * k for c, k in zip(colour, (0.87, 0.85, 0.825))))
    stain = n.noise(p, 0.32, 6, 0.62, 0.6)
    tone = n.mix_colour(1.0, tone, n.ramp(stain, (0.36, (0.925, 0.915, 0.90)), (0.54, (1.0, 1.0, 1.0)), (0.66, (1.025, 1.025, 1.02))), "MULTIPLY")
    height = n.math("ADD", n.math("MULTIPLY", trowel, 0.8), n.math("MULTIPLY", grain, 0.12))
    bump = n.add("ShaderNodeBump", Strength=0.9 * relief, Distance=0.75, Height=height)
    return n.surface(n.add("ShaderNodeBsdfDiffuse", Color=tone, Roughness=0.6, Normal=bump).outputs[0])


def travertine(carved=False):
    """Honed, unfilled cream travertine: level beds with fine dark seams between them and long pits along them. A
    `carved` mesh has real pits, with their depth in cm as attribute `eaten`; without the attribute it has none."""
    n = Nodes("travertine")
    colour = (0.56, 0.475, 0.375)
    drift = n.noise(n.mapped((0.45, 0.45, 0.9)), 1.0, 5, 0.55)
    lift = n.add("ShaderNodeCombineXYZ", Z=n.math("MULTIPLY", n.math("SUBTRACT", drift, 0.5), 1.1))
    place = n.add("ShaderNodeVectorMath", operation="ADD", _0=n.mapped(), _1=lift).outputs[0]

    def layered(scale, *more):
        return n.noise(n.add("ShaderNodeVectorMath", operation="MULTIPLY", _0=place, _1=scale).outputs[0], *more)

    bed = layered((0.07, 0.10, 1.5), 1.6, 4, 0.6, 0.15)
    seam = layered((0.12, 0.2, 5.5), 1.4, 5, 0.62, 0.2)
    cloud = n.noise(n.mapped((0.8, 0.8, 1.0)), 0.55, 6, 0.62, 0.7)
    tone = n.ramp(n.math("ADD", n.math("ADD", n.math("MULTIPLY", bed, 0.38), n.math("MULTIPLY", seam, 0.24)), n.math("MULTIPLY", cloud, 0.38)),
                  (0.38, tuple(c * k for c, k in zip(colour, (0.70, 0.63, 0.55)))),
                  (0.46, tuple(c * k for c, k in zip(colour, (0.84, 0.79, 0.72)))), (0.52, colour),
                  (0.61, tuple(min(0.84, c * k) for c, k in zip(colour, (1.22, 1.25, 1.28)))))
    thread = n.ramp(seam, (0.33, (0.78, 0.71, 0.62)), (0.41, (1, 1, 1)))
    tone = n.mix_colour(0.8, tone, thread, "MULTIPLY")
    crystal = n.noise(n.mapped((1, 1, 1.6)), 26, 3, 0.7)
    tone = n.mix_colour(1.0, tone, n.ramp(crystal, (0.34, (0.78, 0.75, 0.71)), (0.62, (1.08, 1.08, 1.08))), "MULTIPLY")
    # Longer towards the camera, which sees the top at a low angle: it would look soft.
    mottle = n.noise(n.mapped((1, 0.28, 1.3)), 5.5, 5, 0.72, 0.4)
    tone = n.mix_colour(1.0, tone, n.ramp(mottle, (0.39, (0.80, 0.74, 0.67)), (0.46, (0.96, 0.95, 0.935)), (0.60, (1.08, 1.08, 1.07))), "MULTIPLY")
    if carved:
        pit = n.math("MULTIPLY", n.add("ShaderNodeAttribute", attribute_name="eaten").outputs["Fac"], 16.0, clamp=True)
    else:
        where = n.noise(n.mapped((0.22, 0.22, 1.2), (3, 1, 5)), 1.1, 2, 0.5)
        holes = n.noise(n.mapped((0.5, 0.5, 3.6)), 1.7, 4, 0.5, 0.3)
        pit = n.ramp(n.math("ADD", holes, n.math("MULTIPLY", where, 0.30)), (0.812, (0, 0, 0)), (0.83, (1, 1, 1)))
    tone = n.mix_colour(pit, tone, n.mix_colour(1.0, tone, (0.74, 0.68, 0.61), "MULTIPLY"))
    grain = n.noise(n.mapped(), 30, 4, 0.7)
    height = n.math("MULTIPLY", grain, 0.035)
    if not carved:
        height = n.math("SUBTRACT", height, pit)
    bump = n.add("ShaderNodeBump", Strength=0.5, Distance=0.10, Height=height)
    rough = n.math("ADD", 0.42, n.math("MULTIPLY", pit, 0.4))
    return n.surface(n.add("ShaderNodeBsdfPrincipled", Base_Color=tone, Roughness=rough, Specular=0.35,
                           Normal=bump).outputs[0])


def glow(strength, colour=(1.0, 0.95, 0.86)):
    """A softbox card, brighter in the middle (attribute `fade`). On metal, hard-edged cards look like tape."""
    n = Nodes("card")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    return n.surface(n.add("ShaderNodeEmission", Color=colour, Strength=n.math("MULTIPLY", fade, strength)).outputs[0])


def added_light():
    """A transparent sheet that adds light (attribute `Col`) to the surface behind it."""
    n = Nodes("added light")
    colour = n.add("ShaderNodeAttribute", attribute_name="Col").outputs["Color"]
    return n.surface(n.add("ShaderNodeAddShader", _0=n.add("ShaderNodeBsdfTransparent").outputs[0],
                           _1=n.add("ShaderNodeEmission", Color=colour, Strength=1.0).outputs[0]).outputs[0])


def flag(metal_only=False):
    """Brown velvet that the glass's edges reflect. Emissive, so that its tone doesn't depend on its place. It fades
    into the room (attribute `fade`), or its edges would show in the glass as black lines. With `metal_only`, light that has
    passed glass doesn't see it, whatever it is reflected by inside."""
    n = Nodes("flag")
    fade = n.add("ShaderNodeAttribute", attribute_name="fade").outputs["Fac"]
    velvet = n.ramp(fade, (0.0, (0.26, 0.20, 0.145)), (1.0, (0.125, 0.085, 0.052)))
    cloth = n.add("ShaderNodeEmission", Color=velvet, Strength=1.0).outputs[0]
    if metal_only:
        passed = n.math("GREATER_THAN", n.add("ShaderNodeLightPath").outputs["Transmission Depth"], 0.5)
        cloth = n.mix(passed, cloth, n.add("ShaderNodeBsdfTransparent").outputs[0])
    return n.surface(cloth)


def screen(transmission=0.0):
    """A gobo that blocks the sun, or transmits part of it, warmer, like gauze."""
    n = Nodes("screen")
    if not transmission:  # faster: a shadow ray ends at an opaque surface
        return n.surface(n.add("ShaderNodeBsdfDiffuse", Color=(0, 0, 0)).outputs[0])
    warm = tuple(transmission**k for k in (0.93, 1.0, 1.12))
    return n.surface(n.add("ShaderNodeBsdfTransparent", Color=warm).outputs[0])
