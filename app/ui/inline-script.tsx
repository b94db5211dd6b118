/**
 * A line of script within the page, for what is too small to fetch anything for. The page's security
 * policy takes it by its hash; it runs where it stands, with the elements before it in the page.
 */
export function InlineScript({ children }: { children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as children, React would escape its quotes.
  return <script dangerouslySetInnerHTML={{ __html: children }} />;
}
