import { expect } from "vitest";

/** A page as a shopper sees it: its text, its links and the fields of its forms. */
export interface Page {
  title: string;
  /** The text of `<main>`, with a space between elements. */
  text: string;
  /** The text of its `role="alert"`. */
  alert: string | undefined;
  /** The text of each list item. */
  items: string[];
  links: Record<string, string>;
  /** What each button would send: the fields of its form, and its own name and value. */
  forms: Record<string, Record<string, string>>;
  html: string;
}

export function readPage(html: string): Page {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  expect(main).not.toBe("");
  expect(main).not.toContain("{{");
  const found = (form: RegExp) =>
    Array.from(main.matchAll(form), ([, one = "", two = ""]) => [one, two]);
  const [, title = ""] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const [alert] = found(/<\w+ role="alert"[^>]*>(.*?)<\/\w+>/gs).map(([text = ""]) => textOf(text));
  return {
    title: decode(title),
    text: textOf(main),
    alert,
    items: found(/<li\b[^>]*>(.*?)<\/li>/gs).map(([text = ""]) => textOf(text)),
    links: Object.fromEntries(
      found(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs).map(([address = "", text = ""]) => [
        textOf(text),
        decode(address),
      ]),
    ),
    forms: Object.fromEntries(
      found(/<form\b([^>]*)>(.*?)<\/form>/gs).flatMap(([, form = ""]) => {
        const buttons = Array.from(form.matchAll(/(<button\b[^>]*>)(.*?)<\/button>/gs));
        const fields = fieldsOf(form);
        return buttons.map(([, button = "", text = ""]) => [
          textOf(text),
          { ...fields, ...sentBy(button) },
        ]);
      }),
    ),
    html,
  };
}

/** What a button or an input adds to a form. Without a name it adds nothing. */
function sentBy(tag: string): Record<string, string> {
  const attribute = (name: string) =>
    decode(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
  const name = attribute("name");
  return name ? { [name]: attribute("value") } : {};
}

const fieldsOf = (form: string): Record<string, string> =>
  Object.assign(
    {},
    ...Array.from(form.matchAll(/<input\b[^>]*>/g), ([input]) => input)
      .filter((input) => !/ type="(checkbox|radio)"/.test(input) || / checked=/.test(input))
      .map(sentBy),
  );

const textOf = (html: string) =>
  decode(html.replace(/<!--.*?-->|<\/?a\b[^>]*>/gs, "").replace(/<[^>]*>/g, " "))
    .replace(/[ \n]+/g, " ")
    .replace(/^ | $/g, "");

const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

/** Decodes character references. */
export const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (found, hex, decimal, name) => {
    if (name) return names[name] ?? found;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
