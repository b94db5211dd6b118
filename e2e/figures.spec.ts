import { addStyles, everyPage, expect, layOutAll, test } from "./fixtures.ts";

/** In blocks of this width a line ends wherever one may end on any screen, and nowhere within a word. */
const narrowest =
  "* { inline-size: 0 !important; min-inline-size: 0 !important; overflow-wrap: normal !important; word-break: normal !important; hyphens: none !important }";

/** Finds figures separated from their units by a line break. */
function partedFigures() {
  const unit =
    "€|%|ml|k|h|horas?|días?|años?|dígitos|unidad(?:es)?|fragancias|clientes|ingredientes";
  const figure = "\\d[\\d.,:]*(?:[-–]\\d[\\d:]*)?\\+?";
  const figures = new RegExp(
    `${figure}\\s€/${figure}\\sml|\\+\\d\\d(?:\\s\\d{2,})+|\\S+@\\S+|(?:más de\\s)?${figure}\\s(?:${unit})(?![a-záéíóú])|más de\\s${figure}|\\d[\\d:]*[-–]\\d[\\d:]*`,
    "g",
  );

  // A sentence may span inline elements: collect all texts of a block.
  const texts = new Map<Element, Text[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    let block = text.parentElement;
    while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
    if (block) texts.set(block, [...(texts.get(block) ?? []), text]);
  }

  const found: { figure: string; parted: boolean }[] = [];
  for (const nodes of texts.values()) {
    const places = nodes.flatMap((node) =>
      Array.from(node.data, (_, offset) => [node, offset] as const),
    );
    for (const { 0: figure, index } of nodes
      .map(({ data }) => data)
      .join("")
      .matchAll(figures)) {
      const [first, last] = [places[index], places[index + figure.length - 1]];
      if (!first || !last) continue;
      // The small noun of a large figure may be below it.
      const [size, sizeOfUnit] = [first, last].map(
        ([{ parentElement }]) => getComputedStyle(parentElement as Element).fontSize,
      );
      if (size !== sizeOfUnit) continue;
      const range = new Range();
      range.setStart(...first);
      range.setEnd(last[0], last[1] + 1);
      const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 1);
      if (boxes.length === 0) continue;
      const top = Math.max(...boxes.map((box) => box.top));
      const bottom = Math.min(...boxes.map((box) => box.bottom));
      found.push({ figure, parted: top >= bottom });
    }
  }
  return found;
}

test("no line may break within a number", async ({ page }) => {
  for (const path of everyPage) {
    await page.goto(path);
    await layOutAll(page);
    await addStyles(page, narrowest);
    const figures = await page.evaluate(partedFigures);
    expect(figures.map(({ figure }) => figure)).toContain("+34 910 000 000");
    const parted = figures.filter(({ parted }) => parted).map(({ figure }) => figure);
    expect.soft(parted, path).toEqual([]);
  }
});
