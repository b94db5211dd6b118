import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inlineFonts, subsetsFor } from "./fonts.ts";
import { elementsOf } from "./html.ts";
import { pageStyles } from "./page-styles.ts";

/**
 * A rendered page with only the styles that it uses, and its fonts inlined.
 * @param folder the folder of the scripts that it loads
 * @param fontFolder the folder of the fonts, if it is another one
 */
export async function withOwnStyles(
  html: string,
  folder: string,
  fontFolder = folder,
): Promise<string> {
  const elements = elementsOf(html);
  const scripts = elements.flatMap(({ name, attributes }) => {
    const src = name === "script" && attributes.get("src");
    return src ? [readFileSync(join(folder, src), "utf8")] : [];
  });
  const styles = elements.find(({ name }) => name === "style")?.text ?? "";
  const own = await inlineFonts(pageStyles(styles, html, scripts), subsetsFor(html), fontFolder);
  return html.replace(styles, () => own);
}
