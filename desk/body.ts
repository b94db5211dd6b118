import type { HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";

/** What a form or an order of the shop's can be. */
const largest = 8 * 1024;

/**
 * The request's body, whether its length is told or not.
 * @throws 413 when it is larger, and 400 when it ends before its end: nothing is done by halves.
 */
export async function readText({ raw }: HonoRequest, most = largest): Promise<string> {
  if (Number(raw.headers.get("Content-Length")) > most) throw new HTTPException(413);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of raw.body ?? []) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  } catch (cause) {
    throw new HTTPException(400, { cause });
  }
  if (size > most) throw new HTTPException(413);
  return Buffer.concat(pieces).toString();
}

/**
 * Nobody writes control characters, PostgreSQL takes no NUL, and the owner's terminal would obey
 * others: each run of them becomes a blank.
 */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, " ");

/** What was sent as JSON; `undefined` if it is none. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text, (_, value) => (typeof value === "string" ? plain(value) : value));
  } catch {
    return undefined;
  }
}

/** The fields of a form; none if it is no form of the shop's. */
export async function readForm(request: HonoRequest): Promise<Record<string, string>> {
  const text = await readText(request);
  const type = request.header("Content-Type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return {};
  return Object.fromEntries(
    Array.from(new URLSearchParams(text), ([name, value]) => [name, plain(value)]),
  );
}
