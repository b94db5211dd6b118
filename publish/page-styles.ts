import {
  browserslistToTargets,
  type SelectorComponent,
  type TokenOrValue,
  transform,
  type Visitor,
} from "lightningcss";
import project from "../package.json" with { type: "json" };
import { elementsOf } from "./html.ts";

export const targets = browserslistToTargets(project.browserslist);

/**
 * The rules of the style sheet that a page may need: those whose elements and classes are in the
 * page, or are words of its scripts.
 */
export function pageStyles(css: string, html: string, scripts: string[] = []): string {
  const withoutNotice = css.replace(/\/\*!.*?\*\//gs, "");
  const own = minify(withoutNotice, keepOnly(namesOf(html, scripts)));
  const idle = idleVariables(own);
  const fillIn: Visitor<never> = {
    Variable: ({ name, fallback }) =>
      idle.has(name.ident) ? (idle.get(name.ident) ?? fallback ?? undefined) : undefined,
  };
  return minify(own, fillIn, [...idle.keys(), ...unusedKeyframes(own)]);
}

function minify(css: string, visitor: Visitor<never>, unusedSymbols: string[] = []): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    visitor,
    unusedSymbols,
  });
  return code.toString();
}

/**
 * Tailwind's registered variables. Those that the page's rules do not both set and read are
 * replaced by their initial values.
 */
function idleVariables(css: string): Map<string, TokenOrValue[] | undefined> {
  const registered = new Map<string, TokenOrValue[] | undefined>();
  const declared = new Set<string>();
  const referenced = new Set<string>();
  minify(css, {
    Rule: {
      property({ value: { name, initialValue } }) {
        registered.set(name, initialValue?.type === "token-list" ? initialValue.value : undefined);
      },
      // Tailwind repeats its registrations for browsers without `@property`.
      "layer-block": ({ value }) => (value.name?.join() === "properties" ? [] : undefined),
    },
    Declaration: {
      custom({ name }) {
        declared.add(name);
      },
    },
    Variable({ name }) {
      referenced.add(name.ident);
    },
  });
  return new Map([...registered].filter(([name]) => !(declared.has(name) && referenced.has(name))));
}

/** The keyframes whose name is nowhere else in the styles. */
function unusedKeyframes(css: string): string[] {
  const keyframes = /@keyframes ([\w-]+)/g;
  const used = new Set(css.replaceAll(keyframes, "").match(/[\w-]+/g));
  const names = [...css.matchAll(keyframes)].map(([, name = ""]) => name);
  return names.filter((name) => !used.has(name));
}

/** The elements and classes of a page, and every word of its scripts. */
function namesOf(html: string, files: string[]): Set<string> {
  const elements = elementsOf(html);
  const classes = elements.map(({ attributes }) => attributes.get("class") ?? "");
  const inline = elements.filter(({ name }) => name === "script").map(({ text }) => text);
  return new Set([
    ...elements.map(({ name }) => name),
    ...classes.flatMap((value) => value.split(/\s+/)),
    ...[...inline, ...files].flatMap((script) => script.split(/[\s"'`]+/)),
  ]);
}

const keepOnly = (names: ReadonlySet<string>): Visitor<never> => ({
  Selector: (selector) => (selector.some((part) => isAbsent(part, names)) ? [] : selector),
});

/** Returns true if this part of a selector can't match an element with these names. */
function isAbsent(part: SelectorComponent, names: ReadonlySet<string>): boolean {
  if (part.type === "class" || part.type === "type") return !names.has(part.name);
  if (part.type !== "pseudo-class") return false;
  if (part.kind !== "is" && part.kind !== "where" && part.kind !== "has") return false;
  return part.selectors.every((choice) => choice.some((inner) => isAbsent(inner, names)));
}
