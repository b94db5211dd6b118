/** How the table calls the kinds of files, in its order. */
export const kinds = ["document", "style", "script", "font", "picture", "other"] as const;
type Kind = (typeof kinds)[number];

const namedByLighthouse: Record<string, Kind> = {
  Document: "document",
  Stylesheet: "style",
  Script: "script",
  Font: "font",
  Image: "picture",
};

/** Bytes of the bodies as sent over brotli, by kind, and how many were asked for. */
export type Transfer = Record<Kind, number> & { total: number; requests: number };

/** Adds up what a page asked for. The server says the length of each body before it sends it. */
export async function transfer(requests: { url: string; kind: string }[]): Promise<Transfer> {
  const sum: Transfer = {
    document: 0,
    style: 0,
    script: 0,
    font: 0,
    picture: 0,
    other: 0,
    total: 0,
    requests: requests.length,
  };
  for (const { url, kind } of requests) {
    const bytes = await bodyLength(url);
    sum[namedByLighthouse[kind] ?? "other"] += bytes;
    sum.total += bytes;
  }
  return sum;
}

async function bodyLength(url: string): Promise<number> {
  const answer = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br, gzip" } });
  const length = answer.headers.get("Content-Length");
  if (length === null) throw new Error(`${url} does not say how long it is.`);
  return Number(length);
}
