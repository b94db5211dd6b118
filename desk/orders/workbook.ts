import { day } from "../shop/time.ts";
import { zip } from "./zip.ts";

/** A text, an amount in cents, or a day as YYYY-MM-DD. A text is never read as a number or a formula. */
export type Cell = string | { cents: number } | { day: string };

/**
 * An Excel workbook (ECMA-376) of one sheet, of at most 26 columns, whose first row stays in view. Texts are in a table
 * of their own, because iPhones show those that are in the cells as blank.
 * @param pages the rows, some at a time, each of which is one part for the compressor
 */
export async function workbook(pages: AsyncIterable<Cell[][]>): Promise<Uint8Array<ArrayBuffer>> {
  const indexes = new Map<string, number>();
  const texts: string[] = [];
  async function* sheet() {
    yield `${xml}<worksheet ${main}>${topRow}${widths}<sheetData>`;
    let count = 0;
    for await (const page of pages) {
      let text = "";
      const cellOf = (cell: Cell, place: string) => {
        if (typeof cell !== "string")
          return "cents" in cell
            ? `<c r="${place}" s="1"><v>${(cell.cents / 100).toFixed(2)}</v></c>`
            : `<c r="${place}" s="2"><v>${dayNumber(cell.day)}</v></c>`;
        if (!indexes.has(cell)) {
          indexes.set(cell, indexes.size);
          text += `<si><t xml:space="preserve">${escapeText(cell)}</t></si>`;
        }
        return `<c r="${place}" t="s"><v>${indexes.get(cell)}</v></c>`;
      };
      yield page
        .map((row) => {
          count++;
          const cells = row.map((cell, column) => cellOf(cell, `${letters[column]}${count}`));
          return `<row r="${count}">${cells.join("")}</row>`;
        })
        .join("");
      texts.push(text);
    }
    yield "</sheetData></worksheet>";
  }
  function* sharedStrings() {
    yield `${xml}<sst ${main}>`;
    yield* texts;
    yield "</sst>";
  }
  return zip([
    ["[Content_Types].xml", [contentTypes]],
    ["_rels/.rels", [relations("officeDocument xl/workbook.xml")]],
    ["xl/workbook.xml", [book]],
    [
      "xl/_rels/workbook.xml.rels",
      [
        relations(
          "worksheet worksheets/sheet1.xml",
          "styles styles.xml",
          "sharedStrings sharedStrings.xml",
        ),
      ],
    ],
    ["xl/styles.xml", [styles]],
    ["xl/worksheets/sheet1.xml", sheet()],
    ["xl/sharedStrings.xml", sharedStrings()],
  ]);
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Days since 30 December 1899. A stored day has no time zone. */
const dayNumber = (date: string) => Date.parse(date) / day + 25_569;

/** Characters that XML lacks are written as `_x0007_`, so a text that looks like that is escaped too. */
const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML lacks
      /[\0-\x08\v\f\r\x0e-\x1f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = "http://schemas.openxmlformats.org";
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;

const topRow =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
const widths = '<cols><col min="1" max="26" width="16" customWidth="1"/></cols>';

const contentType = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const contentTypes = `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${contentType("workbook", "sheet.main")}${contentType("worksheets/sheet1", "worksheet")}${contentType("styles", "styles")}${contentType("sharedStrings", "sharedStrings")}</Types>`;

const relationTypes = `${schemas}/officeDocument/2006/relationships`;
/** @param targets each as its type and its file */
function relations(...targets: string[]): string {
  const all = targets.map((target, index) => {
    const [type, file] = target.split(" ");
    return `<Relationship Id="r${index}" Type="${relationTypes}/${type}" Target="${file}"/>`;
  });
  return `${xml}<Relationships xmlns="${schemas}/package/2006/relationships">${all.join("")}</Relationships>`;
}

const book = `${xml}<workbook ${main} xmlns:r="${relationTypes}"><sheets><sheet name="Cobros" sheetId="1" r:id="r0"/></sheets></workbook>`;

/** Built-in formats, which programs show as their reader's language does: 4 has two decimals, 14 is a day. */
const formats = [0, 4, 14].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("");
const styles = `${xml}<styleSheet ${main}><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs>${formats}</cellXfs><cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
