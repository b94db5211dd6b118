/** Installs the programs that only this application's tests need, if run as root with apt. */
import { canInstallPackages, installPackages } from "../../setup/install-packages.ts";
import { findCaddy, findPostgres, isWhole } from "./programs.ts";

if (canInstallPackages) {
  installPackages([
    ...(findCaddy() ? [] : ["caddy"]),
    ...(isWhole && !findPostgres() ? ["postgresql"] : []),
  ]);
}
