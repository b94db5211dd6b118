import {
  browserslistToTargets,
  type SelectorComponent,
  transform,
  type Visitor,
} from "lightningcss";
import project from "../package.json" with { type: "json" };

const targets = browserslistToTargets(project.browserslist);

/**
 * Of the shop's one style sheet, what this page can need: the rules whose elements and classes are
 * words of its HTML or of its scripts. A variable that has one value for the whole page gives way to
 * that value.
 */
export function pageStyles(css: string, page: string): string {
  let styles = reduce(css, { words: new Set(page.split(/[\s"'`<>]+/)) });
  for (let before = ""; before !== styles; ) {
    before = styles;
    const filled = fillInConstants(styles);
    styles = reduce(filled, { unusedSymbols: unreadVariables(filled) });
  }
  return styles.replace(/\/\*!.*?\*\/\s*|@layer properties;/gs, "");
}

interface Reduction {
  /** Only what these elements and classes can match is kept. */
  words?: ReadonlySet<string>;
  /** Variables and animations that nothing asks for. */
  unusedSymbols?: string[];
}

function reduce(css: string, { words, unusedSymbols = [] }: Reduction): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    unusedSymbols,
    visitor: words ? keepOnly(words) : {},
  });
  return code.toString();
}

const keepOnly = (words: ReadonlySet<string>): Visitor<never> => ({
  Selector: (selector) => (selector.some((part) => isAbsent(part, words)) ? [] : selector),
});

/** Whether this part of a selector keeps it from matching anything that has these words. */
function isAbsent(part: SelectorComponent, words: ReadonlySet<string>): boolean {
  if (part.type === "class" || part.type === "type") return !words.has(part.name);
  if (part.type !== "pseudo-class") return false;
  if (part.kind !== "is" && part.kind !== "where" && part.kind !== "has") return false;
  return part.selectors.every((choice) => choice.some((inner) => isAbsent(inner, words)));
}

/** Each declaration of a variable, with what it is set to. */
const declaration = /(?<=[{;])(--[\w-]+):([^;{}]*)/g;
/** Tailwind registers the variables through which its utilities work together, some with a value. */
const registration = /@property (--[\w-]+)\{([^}]*)\}/g;
/** The same for browsers that know no `@property`: each element starts with these values. */
const registrationsForOld = /@layer properties\{@supports.+?\}{3}/;
const rootRule = /:root(?:,:host)?\{([^}]*)\}/g;

/** Variables that no rule sets, or the root's alone, give way to their value or to their fallback. */
function fillInConstants(css: string): string {
  const rules = css.replace(registrationsForOld, "").replace(registration, "");
  const values = new Map(
    [...css.matchAll(registration)].map(([, name, body = ""]) => [
      name,
      /initial-value:([^;]+)/.exec(body)?.[1],
    ]),
  );
  for (const [, root = ""] of rules.matchAll(rootRule)) {
    for (const [, name, value] of `{${root}`.matchAll(declaration)) values.set(name, value);
  }
  const set = Map.groupBy(rules.matchAll(declaration), ([, name]) => name);

  return css.replace(
    /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g,
    (read, name: string, fallback?: string) => {
      const times = set.get(name)?.length ?? 0;
      const constant = times === 0 ? (values.get(name) ?? fallback) : values.get(name);
      return times < 2 ? (constant ?? read) : read;
    },
  );
}

function unreadVariables(css: string): string[] {
  const names = new Set(
    Array.from(css.matchAll(/(?:[{;]|@property )(--[\w-]+)/g), ([, name = ""]) => name),
  );
  return [...names].filter((name) => !css.includes(`var(${name}`));
}
