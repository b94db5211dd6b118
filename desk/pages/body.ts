import { refusal } from "./refusal.tsx";

/** The largest form or order that the shop sends, in bytes, but for those of many orders. */
const largest = 8 * 1024;

/** The largest form of many orders, each with a pasted address. */
export const largestForm = 64 * 1024;

/**
 * Reads the request's body, with or without a `Content-Length`.
 * @throws 413 if the body is too large, and 400 if it is incomplete.
 */
export async function readText(request: Request, limit = largest): Promise<string> {
  if (Number(request.headers.get("Content-Length")) > limit) throw refusal(413);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body ?? []) {
      size += piece.length;
      if (size > limit) break;
      pieces.push(piece);
    }
  } catch {
    throw refusal(400);
  }
  if (size > limit) throw refusal(413);
  return Buffer.concat(pieces).toString();
}

/**
 * Replaces control characters with a space: nobody types them, PostgreSQL refuses NUL, and the
 * owner's terminal would obey others. Removes invisible characters, such as those that reverse the
 * text, but not joiners: Persian names and emoji need them (app/shop/order.ts).
 */
export const plain = (text: string) =>
  text.replace(/(?![\u200c\u200d])\p{Cf}/gu, "").replace(/\p{Cc}+/gu, " ");

/** The parsed JSON body; undefined if it can't be parsed. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text, (_, value) => (typeof value === "string" ? plain(value) : value));
  } catch {
    return undefined;
  }
}

/** The fields of a form, in order, as they were typed; undefined if the body is not form-encoded. */
export async function readFields(
  request: Request,
  limit?: number,
): Promise<[name: string, value: string][] | undefined> {
  const text = await readText(request, limit);
  const type = request.headers.get("Content-Type") ?? "";
  return type.startsWith("application/x-www-form-urlencoded") || text === ""
    ? [...new URLSearchParams(text)]
    : undefined;
}

/** The fields of a form; none if the body is not form-encoded. */
export async function readForm(request: Request, limit?: number): Promise<Record<string, string>> {
  const fields = (await readFields(request, limit)) ?? [];
  return Object.fromEntries(fields.map(([name, value]) => [name, plain(value)]));
}
