import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const sources = globSync("{app,desk,publish,server}/**/*.{ts,tsx,css}", {
  exclude: ["**/node_modules/**"],
}).filter((file) => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file));
const textOf = new Map(sources.map((file) => [file, readFileSync(file, "utf8")]));

test("only the tokens contain colour values", () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|hwb)a?\(/i;
  const strays = sources.filter(
    (file) => file.startsWith("app/") && colour.test(textOf.get(file) ?? ""),
  );
  expect(strays).toEqual(["app/ui/tokens.css"]);
});

test("no page of the boutique reads the environment", () => {
  const asking = sources.filter(
    (file) => /^app\/(?!desk\/)/.test(file) && textOf.get(file)?.includes("process.env"),
  );
  expect(asking).toEqual(["app/routes.ts", "app/shop/settings.ts"]);
});

/**
 * What each folder may import besides itself and Node. A page may import only its own folder. Lower layers must not
 * import higher ones, and the boutique must not import selling code.
 */
const mayImport: Record<string, string[]> = {
  "app/root.tsx": [
    "app/app.css",
    "app/document/",
    "app/ui/",
    "app/+types/",
    "react",
    "react-router",
  ],
  "app/routes.ts": ["@react-router/dev/routes"],
  "app/entry.client.tsx": ["app/pages/checkout/order.tsx", "react", "react-dom", "react-router"],
  "app/entry.server.tsx": ["react-dom/", "react-router"],
  "app/app.css": ["app/document/", "app/pages/", "app/ui/", "tailwindcss/"],
  "app/discovery/": ["app/routes.ts", "app/shop/", "react-router"],
  "app/pages/": [
    "#orders/",
    "app/document/",
    "app/photos/",
    "app/shop/",
    "app/ui/",
    "react",
    "react-dom",
    "react-router",
    "valibot",
  ],
  // Not `#orders/`: only Vite resolves it correctly (package.json). Node would load the simulated one.
  "app/orders/": ["app/document/", "app/shop/", "app/ui/", "react", "react-router"],
  "app/document/footer.tsx": ["#orders/", "app/document/", "app/shop/", "app/ui/", "react-router"],
  "app/document/": ["app/shop/", "app/ui/", "react", "react-router"],
  "app/ui/": ["react", "react-dom"],
  "app/shop/": ["valibot"],
  "app/desk/routes.ts": [
    "@react-router/dev/routes",
    "app/desk/sample-page.ts",
    "app/desk/shop/closed-pages.ts",
  ],
  // Shows the boutique's pages while the shop accepts no orders.
  "app/desk/pages/closed/": [
    "app/desk/orders/buy-link.tsx",
    "app/desk/shop/settings.ts",
    "app/document/",
    "app/pages/",
    "app/ui/",
    "react-router",
  ],
  "app/desk/entry.ts": ["app/desk/pages/", "react-router", "virtual:"],
  "app/desk/orders/": [
    "react-router",
    "app/desk/shop/",
    "app/orders/shared/",
    "app/document/",
    "app/shop/",
    "app/ui/",
    "react",
  ],
  "app/desk/pages/": [
    "app/desk/pages/",
    "app/desk/shop/",
    "app/app.css",
    "app/document/",
    "app/photos/",
    "app/shop/",
    "app/ui/",
    "react",
    "react-router",
    "valibot",
  ],
  "app/desk/shop/": ["app/shop/", "valibot"],
  "publish/": ["server/", "app/shop/", "package.json", "lightningcss", "parse5", "subset-font"],
  "server/": [],
  "desk/listener.ts": [
    "server/",
    "desk/",
    "app/desk/pages/context.ts",
    "app/desk/shop/closed-pages.ts",
  ],
  "desk/rendered.ts": ["server/", "app/desk/pages/context.ts"],
  "desk/service.ts": ["app/desk/pages/context.ts", "app/desk/shop/time.ts", "desk/"],
  "desk/": [
    "app/desk/shop/",
    "app/shop/",
    "kysely",
    "nodemailer",
    "pg",
    "stripe",
    "uqr",
    "valibot",
  ],
  "desk/develop.ts": ["app/desk/entry.ts", "server/", "desk/", "vite"],
  "desk/vitest.config.ts": ["desk/demo/", "vitest"],
  "desk/publish/": ["app/desk/", "app/shop/", "publish/desk.ts", "html-to-text"],
  "desk/storage/": ["desk/reason.ts", "app/desk/shop/", "app/shop/", "kysely", "pg"],
  // Returns a type that the server defines.
  "desk/upkeep/health.ts": ["app/desk/shop/time.ts", "desk/", "server/respond.ts"],
  // Demo and tests, never part of a running shop.
  "desk/demo/": ["app/desk/shop/", "postal-mime", "smtp-server"],
  "desk/torture/": [
    "desk/",
    "app/desk/pages/context.ts",
    "app/desk/shop/",
    "app/shop/",
    "server/",
    "kysely",
    "smtp-server",
  ],
};

/** The most specific rule wins. */
const folderOf = (file: string) =>
  Object.keys(mayImport)
    .filter((folder) => file.startsWith(folder))
    .sort((a, b) => b.length - a.length)[0];

/** Every `import`, `export … from`, `import()` and `@import`, with its target. */
const imports = sources.flatMap((file) =>
  Array.from(
    (textOf.get(file) ?? "").matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*|@import\s+)"([^"]+)"/g),
    ([, name = ""]) => {
      const path = name.replace(/\?.*$/, "");
      return { file, target: path.startsWith(".") ? normalize(join(dirname(file), path)) : path };
    },
  ),
);

test("imports follow the rules", () => {
  expect(imports.length).toBeGreaterThan(150);
  const violations = imports.filter(({ file, target }) => {
    const folder = folderOf(file);
    const own = /^app\/(pages|desk\/pages)\//.test(file) ? `${dirname(file)}/` : (folder ?? "");
    const ownFolder = own === "app/pages/" ? "app/pages/+types/" : own;
    const allowed = [ownFolder, "node:", ...(folder ? (mayImport[folder] ?? []) : [])];
    return !allowed.some((start) => target.startsWith(start));
  });
  expect(violations.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test("there are no import cycles", () => {
  const done = new Set<string>();
  function circleFrom(file: string, way: string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { target } of imports.filter((found) => found.file === file)) {
      for (const side of ["app/orders", "app/desk/orders"]) {
        const circle = circleFrom(target.replace("#orders", side), [...way, file]);
        if (circle) return circle;
      }
    }
    done.add(file);
    return undefined;
  }
  expect(sources.map((file) => circleFrom(file, [])).filter(Boolean)).toEqual([]);
});
