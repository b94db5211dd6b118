"""Additions to `materials.Nodes` for the props' surfaces."""
import materials


class Nodes(materials.Nodes):
    """`materials.Nodes` with a few more methods."""

    def ramp(self, fac, stops):
        """Colour ramp of (position, colour or grey) stops."""
        return super().ramp(fac, *((at, (c, c, c) if isinstance(c, (int, float)) else c) for at, c in stops))

    def bump(self, height, strength=0.5, distance=0.02, **more):
        """Normals from a height in centimetres. `more` may have the `Normal` of the surface beneath."""
        return self.add("ShaderNodeBump", Strength=strength, Distance=distance, Height=height, **more).outputs[0]

    def attribute(self, name, output="Color"):
        """An attribute of the mesh."""
        return self.add("ShaderNodeAttribute", attribute_name=name).outputs[output]

    def principled(self, **inputs):
        """Blender's Principled BSDF."""
        return self.add("ShaderNodeBsdfPrincipled", **inputs).outputs[0]


def clear(n, ior, roughness=0.0, tint=(0.97, 0.97, 0.96), normal=None, colour=(1, 1, 1)):
    """Glass that shadow and diffuse rays pass straight through, tinted: coloured shadows without caustic noise."""
    more = {} if normal is None else {"Normal": normal}
    glass_ = n.add("ShaderNodeBsdfGlass", distribution="GGX", Color=colour, Roughness=roughness, IOR=ior, **more)
    return n.clear_to_light(glass_.outputs[0], tint)
