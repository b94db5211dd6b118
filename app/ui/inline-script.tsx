/**
 * An inline script, for code too small for a file. The page's security policy allows it by its hash. It runs
 * during parsing, when only the elements before it exist.
 */
export function InlineScript({ children }: { children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as children, React would escape its quotes.
  return <script dangerouslySetInnerHTML={{ __html: children }} />;
}
