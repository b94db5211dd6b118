import { href } from "react-router";

/** The admin page to return to after signing in (`a`). Any other address could be an open redirect. */
export function destinationOf({ searchParams }: URL): string {
  const wanted = searchParams.get("a") ?? "";
  return /^\/mostrador(?:[/?][\x21-\x7e]*)?$/.test(wanted) ? wanted : href("/mostrador");
}

/**
 * The path of that page, for the emailed link. Anybody may ask for one, so it has no query, which could fill in a form
 * or hold a name, and leads to no page that needs no session.
 */
export function emailedPath(url: URL): string | undefined {
  const [path = ""] = destinationOf(url).split("?");
  return /^\/mostrador\/(?!(?:entrar|cuenta)(?:\/|$))[\w-]{1,40}(?:\/[\w-]{1,40})?$/.test(path)
    ? path
    : undefined;
}
