"""Writes app/ui/cormorant-lining.woff2: Cormorant with its lining figures in place of its old-style ones.

Run it after an update of the font's package: /usr/bin/python3 photography/lining.py

A page's subset has only the figures that the page shows. With lining figures as an OpenType feature it would have
both kinds, and the first paint of the legal pages would wait for a second round trip.
"""

from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "node_modules/@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2"


def lining_figures(font):
    """The names of the lining glyphs, by those of the old-style ones."""
    table, names = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for sub in table.LookupList.Lookup[index].SubTable:
                    names.update(getattr(sub, "ExtSubTable", sub).mapping)
    return names


if __name__ == "__main__":
    font = TTFont(PACKAGE, recalcTimestamp=False)
    lining = lining_figures(font)
    for table in font["cmap"].tables:
        table.cmap = {code: lining.get(name, name) for code, name in table.cmap.items()}
    font.save(ROOT / "app/ui/cormorant-lining.woff2")
