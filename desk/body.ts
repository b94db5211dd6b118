import type { HonoRequest } from "hono";

/**
 * Nobody writes control characters, PostgreSQL takes no NUL, and the owner's terminal would obey
 * others: each run of them becomes a blank.
 */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, " ");

/** What was sent as JSON; `undefined` if it is none. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  try {
    return JSON.parse(await request.text(), (_, value) =>
      typeof value === "string" ? plain(value) : value,
    );
  } catch {
    return undefined;
  }
}

/** The fields of a form; none if it is no form. */
export async function readForm(request: HonoRequest): Promise<Record<string, string>> {
  const fields = await request.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, plain(String(value))]),
  );
}
