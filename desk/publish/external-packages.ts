import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Packages with binaries or WebAssembly, which can't be bundled (vite.config.ts). They subset fonts and styles. */
export const externalPackages = ["lightningcss", "subset-font"];

const root = join(import.meta.dirname, "../..");

/** Copies these packages and their dependencies to this folder, so that a server needs nothing but the build. */
export function copyExternalPackages(folder: string): void {
  const found = new Set<string>();
  for (const name of externalPackages) collect(name, root, true, found);
  for (const path of found) cpSync(path, join(folder, relative(root, path)), { recursive: true });
}

/**
 * Adds a package that is imported in the folder `from`, and its dependencies.
 * @param isRequired Binaries for other systems are optional, and not installed.
 */
function collect(name: string, from: string, isRequired: boolean, found: Set<string>): void {
  const path = join(from, "node_modules", name);
  if (!existsSync(path)) {
    if (from !== root) collect(name, dirname(from), isRequired, found);
    else if (isRequired) throw new Error(`falta el paquete ${name}: ejecuta «npm ci».`);
    return;
  }
  if (found.has(path)) return;
  found.add(path);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(path, "package.json"), "utf8"),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    collect(needed, path, !(needed in (optionalDependencies ?? {})), found);
}
