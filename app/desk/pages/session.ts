import { createContext, createCookie } from "react-router";
import type { Desk } from "#desk/context.ts";
import { sessionSecret } from "#desk/password.ts";
import { shop } from "../../shop/shop.ts";
import { day } from "../shop/time.ts";

/** How long, in ms, a session lasts after it was last used: a phone asks once after a long holiday. */
const lifetime = 30 * day;
export const renewAfter = day;

/** Browsers take a `Secure` cookie only over https, and some of them not even on localhost. */
const isSecure = shop.siteUrl.startsWith("https:");

interface Stored {
  /** Identifies a browser that has given the right password, also after its session. */
  browser: string;
  /** When the session ends, in ms; 0 after signing out. */
  until: number;
}

export type Session = Awaited<ReturnType<typeof readSession>>;

export const sessionContext = createContext<Session>();

/** The session of this request, signed with the secret of this moment. */
export async function readSession(desk: Desk, { headers }: Request) {
  const cookie = createCookie(isSecure ? "__Host-session" : "session", {
    secrets: [await sessionSecret(desk)],
    httpOnly: true,
    secure: isSecure,
    sameSite: "strict",
    path: "/",
    maxAge: (365 * day) / 1000,
  });
  const stored: Stored | null = await cookie.parse(headers.get("Cookie"));
  const until = stored?.until ?? 0;
  const store = (until: number) =>
    cookie.serialize({ browser: crypto.randomUUID(), ...stored, until } satisfies Stored);
  return {
    browser: stored?.browser,
    isSignedIn: until > desk.now(),
    /** How long ago, in ms, it was started or renewed. */
    age: desk.now() + lifetime - until,
    /** @returns a `Set-Cookie` header, as `end` does */
    start: () => store(desk.now() + lifetime),
    /**
     * A browser that never signed in gets no signed cookie, because each signed cookie has its own limit of
     * wrong passwords.
     */
    end: () => (stored ? store(0) : cookie.serialize("", { maxAge: 0 })),
  };
}
