import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

test("every asset of the build is used by a page or its script", () => {
  const texts = globSync("build/client/{*.html,assets/*.js}").map((file) =>
    readFileSync(file, "utf8"),
  );
  const assets = globSync("build/client/assets/*", { exclude: ["**/*.{br,gz}"] });
  expect(assets.length).toBeGreaterThan(40);
  expect(assets.filter((file) => file.endsWith(".js"))).toHaveLength(2);
  const unused = assets.filter((file) => !texts.some((text) => text.includes(basename(file))));
  // Home shows these once there are notes. An owner may set them while the shop runs, so they are in each build.
  expect(unused.filter((file) => !basename(file).startsWith("scent-"))).toEqual([]);
});
