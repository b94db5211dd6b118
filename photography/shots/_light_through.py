"""The light that reaches the table through the flacon or a pipette."""

import caustic
from props import glassware

AMBER = (0.045, 0.20, 0.70)  # the perfume's absorption per cm


def through(flacon, ground, rays=400000, share=0.12, **more):
    """Add the pool of amber light behind a flacon from `build_flacon`. `ground` is the table's colour."""
    parts = {ob.name.split(".")[0]: ob for ob in flacon if ob.data}
    glass, juice = parts["glass"], parts["juice"]
    top = [one.value for one in juice.data.attributes["top"].data]
    bodies = [caustic.Body(glass, caustic.GLASS),
              caustic.Body(juice, caustic.WATER, [caustic.AIR if t else caustic.GLASS for t in top], AMBER)]
    opaque = ("foot", "milled collar", "bead seat", "cap", "sun disc", "ferrule", "button", "pump", "label paper")
    bodies += [caustic.Body(parts[name]) for name in opaque if name in parts]
    caustic.shade(glass, share)
    return caustic.pool(bodies, ground, rays=rays, **more)


def lying_pipette(at, way, length=11.0):
    """Lay a pipette on the table, its tip at `at`, its bulb in the direction `way` (degrees). Returns its bodies."""
    glass, perfume, bulb, *_ = glassware.lying(glassware.pipette(length), at, way, roll=-20, length=length)
    caustic.shade(glass, 0.06)
    return [caustic.Body(glass, caustic.GLASS, sigma=glassware.TUBING),
            caustic.Body(perfume, caustic.WATER, glassware.before(perfume), AMBER), caustic.Body(bulb)]
