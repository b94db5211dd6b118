import { type DefaultTreeAdapterTypes, parse } from "parse5";

export interface HtmlElement {
  name: string;
  /** Values are decoded: `&amp;` in the page is `&` here. */
  attributes: ReadonlyMap<string, string>;
  /** The content of a script or a style sheet. */
  text: string;
  /** The visible text of the element and its descendants. */
  words: string;
  /** The start tag, as it is in the page. */
  tag: string;
  /** The offset of the end of the start tag. */
  tagEnd: number;
}

/** The elements of a page, in document order. */
export function elementsOf(html: string): HtmlElement[] {
  // With scripting enabled, the content of `noscript` would be text.
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  return descendants(document).map((element) => {
    const { tagName, attrs, childNodes, sourceCodeLocation } = element;
    const { startOffset = 0, endOffset = 0 } =
      sourceCodeLocation?.startTag ?? sourceCodeLocation ?? {};
    return {
      name: tagName,
      attributes: new Map(attrs.map(({ name, value }) => [name, value])),
      text: childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      words: wordsOf(element),
      tag: html.slice(startOffset, endOffset),
      tagEnd: endOffset,
    };
  });
}

type Node = DefaultTreeAdapterTypes.ParentNode;

function descendants({ childNodes }: Node): DefaultTreeAdapterTypes.Element[] {
  return childNodes.flatMap((child) => ("tagName" in child ? [child, ...descendants(child)] : []));
}

function wordsOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ("value" in node) return node.value;
  const isShown = "childNodes" in node && node.nodeName !== "script" && node.nodeName !== "style";
  return isShown ? node.childNodes.map(wordsOf).join("") : "";
}
