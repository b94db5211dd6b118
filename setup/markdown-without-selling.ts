/** A link of the document, without its anchor. */
const links = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;
const words = /\bdesk\b|\bselling\b|that sells|real orders|orders are real|ORDER_DESK|real-orders/i;

/**
 * Deletes the sentences, list items, table rows and sections of a document that are about selling, or that link to
 * files which no longer exist. Where `linksOnly` is set, only the latter.
 */
export function withoutSelling(
  text: string,
  isBroken: (path: string) => boolean,
  linksOnly = false,
): string {
  const isSelling = (part: string) =>
    Array.from(part.matchAll(links), ([, path = ""]) => path).some(isBroken) ||
    (!linksOnly && words.test(part));
  const sections = text.split(/^(?=#{1,4} )/m).map((section) => {
    const [, heading = "", body = ""] = /^(#{1,4} .*\n|)([\s\S]*)$/.exec(section) ?? [];
    if (isSelling(heading)) return "";
    const rest = blocksOf(body)
      .map((block) => remaining(block, isSelling))
      .filter((block) => block.trim())
      .join("\n\n");
    const isEmptied = body.trim() && !rest.trim();
    const space = /^\n*/.exec(body)?.[0] ?? "";
    return isEmptied ? "" : `${heading}${rest && `${space}${rest.trimStart()}\n\n`}`;
  });
  return `${sections.join("").trimEnd()}\n`;
}

/** Paragraphs, lists, tables and code between blank lines. */
const blocksOf = (body: string) => body.split(/\n{2,}/).filter((block) => block.trim());

function remaining(block: string, isSelling: (part: string) => boolean): string {
  const lines = block.trim().split("\n");
  if (lines[0]?.startsWith("```")) return lines.filter((line) => !isSelling(line)).join("\n");
  if (lines[0]?.startsWith("|")) {
    const [head = "", rule = "", ...rows] = lines;
    const rest = rows.filter((row) => !isSelling(row));
    return rest.length > 0 ? [head, rule, ...rest].join("\n") : "";
  }
  // An item goes as a whole: its other sentences refer to the first.
  const parts = /^(-|\d+\.) /.test(block.trim())
    ? block.trim().split(/\n(?=(?:-|\d+\.) )/)
    : block.trim().split(/(?<=\.)(?=\s)/);
  const rest = parts.filter((part) => !isSelling(part));
  return parts.length > 1 && /^(-|\d+\.) /.test(block.trim())
    ? rest.join("\n")
    : rest.join("").trim();
}
