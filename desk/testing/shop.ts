import type { Desk } from "../context.ts";
import { routes } from "../routes.ts";
import { type DatabaseName, type TestDesk, testDesk } from "./desk.ts";
import { published, writePage } from "./pages.ts";

/** The desk's addresses, and how often mails were asked to be sent. */
export async function testShop(database: DatabaseName, changes: Partial<Desk> = {}) {
  const desk = await testDesk(database, changes);
  return { desk, ...shopOf(desk) };
}

export function shopOf(desk: TestDesk) {
  const kicks = { count: 0 };
  const notFound = () =>
    new Response("<h1>Página no encontrada</h1>", {
      status: 404,
      headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" },
    });
  const app = routes(desk, writePage, published.always, notFound, () => {
    kicks.count++;
  });

  /** Sends what the checkout's script sends. */
  const order = (body: unknown, headers: Record<string, string> = {}) =>
    app.request("/pedidos", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  /** Sends a form. */
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    app.request(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  /** As the owner, who knows the password. */
  const owner = {
    get: async (path: string) => app.request(path, { headers: ownersKey }),
    post: (path: string, fields: Record<string, string> = {}) => post(path, fields, ownersKey),
  };
  return { app, kicks, order, post, owner };
}

export const withPassword = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`x:${password}`).toString("base64")}`,
});

const ownersKey = withPassword("una contraseña larga");
