"""Timber: boards cut from a log that has rings, fibres and pores, so that the figure comes by itself."""
from .form import block, place
from .surface import Nodes, kept


@kept
def walnut(number=0, tone=1.0):
    """Oiled walnut, grain along x. The rings are cylinders about a heart that lies under the board and leans."""
    n = Nodes("Walnut")

    def shifted(scale):
        return n.mapped(scale, (3.7 * number, 1.3 * number, 2.1 * number))

    # The log's axis runs along x, well below and beside the board; slow noise bends the trunk.
    bend = n.noise(shifted((0.035, 0.10, 0.10)), 1.0, 2, 0.5)
    way = n.add("ShaderNodeSeparateXYZ", Vector=n.mapped((1, 1, 1)))
    y = n.math("ADD", way.outputs["Y"], n.math("ADD", n.math("MULTIPLY", way.outputs["X"], 0.022), 2.5 - 3.0 * (number % 3)))
    z = n.math("ADD", way.outputs["Z"], 6.0 + number % 2)
    heart = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", y, y), n.math("MULTIPLY", z, z)))
    heart = n.math("ADD", heart, n.math("MULTIPLY", bend, 2.6))
    ring = n.math("FRACT", n.math("MULTIPLY", heart, 2.1))
    late = n.math("POWER", ring, 3.0)
    fibre = n.noise(shifted((0.10, 5.0, 5.0)), 1.6, 5, 0.62)
    cloud = n.noise(shifted((0.05, 0.3, 0.3)), 1.0, 3)
    pores = n.ramp(n.noise(shifted((0.55, 13.0, 13.0)), 2.0, 1, 0.5), [(0.30, 1.0), (0.36, 0.0)])
    mix = n.math("ADD", n.math("MULTIPLY", fibre, 0.55), n.math("SUBTRACT", n.math("MULTIPLY", cloud, 0.45), n.math("MULTIPLY", late, 0.16)))
    k = lambda c: tuple(v * tone for v in c)
    colour = n.ramp(mix, [(0.26, k((0.050, 0.029, 0.018))), (0.50, k((0.098, 0.060, 0.037))), (0.72, k((0.160, 0.104, 0.066)))])
    colour = n.mix_colour(n.math("MULTIPLY", pores, 0.55), colour, k((0.028, 0.016, 0.010)))
    height = n.math("SUBTRACT", n.math("MULTIPLY", fibre, 0.35), n.math("MULTIPLY", pores, 0.9))
    worn = n.noise(n.mapped(), 0.22, 4, 0.6)
    return n.surface(n.principled(Base_Color=colour, Specular=0.35, Roughness=n.math("ADD", 0.34, n.math("MULTIPLY", worn, 0.22)),
                                 Normal=n.bump(height, 0.30, 0.02)))


def bench(front=-30.0, back=20.0, board=11.5, thick=3.5):
    """A bench top of broad boards along x; its surface is z = 0."""
    y, number = front, 0
    while y < back:
        deep = min(board, back - y) - 0.03
        place(block(f"board {number}", (150, deep, thick), walnut(number, 1.0 - 0.05 * (number % 3)), 0.06), (0, y + deep / 2, -thick))
        y, number = y + board, number + 1
