export type Encoding = "br" | "gzip" | "identity";

/** Smallest first: on equal q-values the client gets the first. */
const preference: readonly Encoding[] = ["br", "gzip", "identity"];

/**
 * Negotiates the `Content-Encoding` (RFC 9110, 12.5.3). A client that refuses everything gets the
 * identity encoding: the RFC allows it, and a 406 would help nobody.
 */
export function chooseEncoding(
  accept: string | undefined,
  available: readonly Encoding[],
): Encoding {
  const weights = parse(accept ?? "");
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;

  const [best] = preference
    .filter((encoding) => available.includes(encoding) && weight(encoding) > 0)
    .sort((one, other) => weight(other) - weight(one));
  return best ?? "identity";
}

/** The q-value of each coding, `br;q=0.5`. An invalid one counts as 0. */
function parse(accept: string): Map<string, number> {
  return new Map(
    accept.split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0];
    }),
  );
}
