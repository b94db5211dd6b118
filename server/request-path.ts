/** RFC 9110, 4.1 asks servers to take at least this much. */
const longest = 8000;

/**
 * The path that a request target asks for, decoded.
 * Undefined when it is malformed: too long, badly encoded, or with characters and `.` and `..`
 * segments that no browser sends.
 */
export function requestPath(target: string): string | undefined {
  if (target.length > longest) return undefined;
  try {
    const path = decodeURIComponent(target.replace(/\?.*$/s, ""));
    const malformed = /\p{Cc}|\\|(^|\/)\.\.?(\/|$)/u.test(path);
    return malformed ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The one address of a page: without a slash at the end, `.html` or `/index.html`. */
export function cleanAddress(path: string): string {
  return path.replace(/(\/index)?\.html$/, "").replace(/\/+$/, "") || "/";
}
