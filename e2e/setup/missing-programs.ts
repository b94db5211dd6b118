import { findHunspell, findNginx } from "../../setup/programs.ts";

/** Warns, before the tests begin, which of them are left out. */
export default function warnOfMissingPrograms() {
  if (!findNginx()) console.warn("nginx is not installed: only the shop's own server is tested.");
  if (!findHunspell()) console.warn("Spanish hunspell is not installed: spelling is not checked.");
}
