import { once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { sendRaw } from "../../server/testing/raw-request.ts";
import { readShownFacts } from "../orders/read-shown-facts.ts";
import { clientAddresses } from "../server/client-address.ts";
import { personalPages } from "../server/personal-pages.ts";
import { readPublishedDesk } from "../server/published-desk.ts";
import { renderingOf } from "../server/rendering.ts";
import type { ServerBuild } from "../server/server-build.ts";
import { readClaims } from "../shop/claims.ts";
import type { Desk } from "../storage/desk.ts";
import { type DatabaseName, setFact, type TestDesk, testDesk } from "./desk.ts";
import { readPage } from "./page.ts";
import { signIn } from "./session-cookie.ts";

const folder = inject("shop");
const site = readSite(folder);
// Loaded by Node itself, as in the server.
const serverBuild: ServerBuild = createRequire(import.meta.url)(join(folder, "../server/index.js"));

/** Renders as the server does, in threads of the build. */
export const rendering = renderingOf(join(folder, "../server/render-thread.js"), folder);

/** The built shop on its own port, whose owner has confirmed its claims. It closes when the test ends. */
export async function testShop(database: DatabaseName, changes: Partial<Desk> = {}) {
  const desk = await testDesk(database, changes);
  await setFact(desk, "claims", JSON.stringify(readClaims("").claims));
  return { desk, ...(await shopOf(desk)) };
}

export async function shopOf(desk: TestDesk) {
  /** How often the workers were woken. */
  const wakes = { count: 0 };
  const wake = () => {
    wakes.count++;
  };
  const pages = serverBuild.pagesOf({ ...desk, wake }, () => readShownFacts(desk));
  const addresses = clientAddresses(desk.settings.TRUSTED_PROXY === "1");
  const headers = { ...site.commonHeaders, ...readPublishedDesk(folder).headers };
  const respond = personalPages(pages, () => site, headers, undefined, addresses);
  const server = createSiteServer(site, respond);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;

  const ask = (path: string, request: RequestInit = {}) =>
    fetch(address + path, { redirect: "manual", ...request });
  /** Sends an order as the checkout's script does. */
  const order = (body: unknown, headers: Record<string, string> = {}) =>
    ask("/pedidos", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  /** Sends a form. */
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  let session: Promise<{ Cookie: string }> | undefined;
  /** Sends requests with the owner's session. */
  const owner = {
    /** The headers with her cookie. */
    session() {
      session ??= signIn(desk);
      return session;
    },
    get: async (path: string) => ask(path, { headers: await owner.session() }),
    post: async (path: string, fields: Record<string, string> = {}) =>
      post(path, fields, await owner.session()),
  };
  /** Sends these exact bytes, and reads until the server closes the connection. */
  const raw = async (request: string | Buffer) => String(await sendRaw(port, request));
  return { server, port, address, ask, raw, wakes, order, post, owner };
}

/** A response's status and page. */
export async function read(asked: Response | Promise<Response>) {
  const answer = await asked;
  return { status: answer.status, ...readPage(await answer.text()) };
}

/** A response's status and JSON. */
export async function readJson(asked: Response | Promise<Response>) {
  const answer = await asked;
  return { status: answer.status, body: await answer.json() };
}
