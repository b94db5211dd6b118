/** @throws when the floor's page says anything else than the shop's, and where. */
export function compareWords(page: string, floor: string, shop: string): void {
  const [ours, theirs] = [wordsOf(floor), wordsOf(shop)];
  const first = theirs.findIndex((word, index) => word !== ours[index]);
  if (first < 0 && ours.length === theirs.length) return;
  const around = (words: string[]) => words.slice(Math.max(0, first - 4), first + 6).join(" ");
  throw new Error(
    `bench/floor/${page} has to say what the shop says. ` +
      `The shop: "… ${around(theirs)} …"; the floor: "… ${around(ours)} …".`,
  );
}

/** What is read, or read out for a picture. */
function wordsOf(html: string): string[] {
  return html
    .replace(/^.*<body>/s, "")
    .replace(/<!--.*?-->|<(script|style|noscript)\b.*?<\/\1>/gs, "")
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]*>|&nbsp;/g, " ")
    .split(/\s+/)
    .filter(Boolean);
}
