export type Encoding = "br" | "gzip" | "identity";

/** Smallest first: of what a client likes equally, it gets the first. */
const preference: readonly Encoding[] = ["br", "gzip", "identity"];

/**
 * What an `Accept-Encoding` asks for, of what there is (RFC 9110, 12.5.3). A client that refuses
 * everything gets the plain bytes: that section allows it, and a 406 would help nobody.
 */
export function chooseEncoding(
  accept: string | undefined,
  available: readonly Encoding[],
): Encoding {
  const weights = parse(accept ?? "");
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;

  // A client that names nothing that there is takes it as it is.
  let best: Encoding = "identity";
  let highest = 0;
  for (const encoding of preference) {
    if (available.includes(encoding) && weight(encoding) > highest) {
      best = encoding;
      highest = weight(encoding);
    }
  }
  return best;
}

/** The weight of each coding named, `br;q=0.5`; one that makes no sense counts as refused. */
function parse(accept: string): Map<string, number> {
  return new Map(
    accept.split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0];
    }),
  );
}
