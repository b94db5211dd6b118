import { findHunspell, findNginx } from "../../setup/programs.ts";

/** Says before the tests what is left out. */
export default function sayWhatIsMissing() {
  if (!findNginx()) console.warn("nginx is not installed: only the shop's own server is tested.");
  if (!findHunspell()) console.warn("Spanish hunspell is not installed: spelling is not checked.");
}
