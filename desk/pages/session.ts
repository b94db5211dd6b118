import { createCookie } from "react-router";
import { shop } from "../../app/shop/shop.ts";
import {
  endSession,
  findSession,
  renewSession,
  sessionLifetime,
  startSession,
} from "../orders/sessions.ts";
import type { Desk } from "../storage/desk.ts";

/** Browsers take a `Secure` cookie only over https, and some of them not even on localhost. */
const isSecure = shop.siteUrl.startsWith("https:");

const cookie = createCookie(isSecure ? "__Host-session" : "session", {
  httpOnly: true,
  secure: isSecure,
  sameSite: "strict",
  path: "/",
  maxAge: sessionLifetime / 1000,
});

/** Opens a session for the browser that receives the result. @returns a `Set-Cookie` header */
export const openSession = async (desk: Pick<Desk, "db" | "now">) =>
  cookie.serialize(await startSession(desk));

/** The session of this request. */
export async function readSession(desk: Desk, { headers }: Request) {
  const secret: unknown = await cookie.parse(headers.get("Cookie"));
  const { isOpen, isOld } =
    typeof secret === "string" ? await findSession(desk, secret) : { isOpen: false, isOld: false };
  return {
    isOpen,
    /** Whether it was last used more than a day ago. */
    isOld,
    /** @returns a `Set-Cookie` header, as `end` does */
    async renew() {
      await renewSession(desk, String(secret));
      return cookie.serialize(secret);
    },
    async end() {
      await endSession(desk, String(secret));
      return cookie.serialize("", { maxAge: 0 });
    },
  };
}
