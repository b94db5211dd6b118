import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { example, exampleBuild } from "../../publish/testing/example-build.ts";
import { filesOf } from "../../server/files.ts";
import { publishDesk } from "./publish.ts";

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

const sample =
  '<form method="post"><button>Seguir</button></form>' +
  '<script>let a=1</script><link rel="stylesheet" href="/assets/all-1a2b3c.css"/>';

/** A published build for real orders. */
async function publishReal(name = "notice.svg") {
  const folder = exampleBuild({
    "desistimiento/index.html": example.page("/desistimiento", sample),
    "assets/all-1a2b3c.css":
      '@font-face{font-family:Cormorant;src:url(/assets/cormorant-1a2b3c.woff2)format("woff2")}',
    "assets/cormorant-1a2b3c.woff2": readFileSync("app/ui/cormorant-lining.woff2"),
  });
  mkdirSync(join(folder, "../server"));
  const notice = join(folder, "..", name);
  writeFileSync(notice, "<svg/>");
  await publishDesk(folder, {
    SELLER_NAME: "Brisa SL",
    SELLER_TAX_ID: "B12345674",
    SELLER_ADDRESS: "Calle Mayor 1, 28013 Madrid",
    SHIPS_TO: "ES,FR",
    GUARANTEE_NOTICE: notice,
  });
  return { folder, notice, desk: JSON.parse(read(folder, "../desk.json")) };
}

test("removes the sample page from the site", async () => {
  const { folder } = await publishReal();
  expect(filesOf(folder).filter((file) => file.includes("desistimiento"))).toEqual([]);
  expect(read(folder, "_headers")).not.toContain("desistimiento");
  expect(read(folder, "../nginx-headers.conf")).not.toContain("desistimiento");
});

test("the style sheet of pages that are rendered on request has the whole fonts in it", async () => {
  const { folder } = await publishReal();
  expect(read(folder, "assets/all-1a2b3c.css")).toMatch(
    /^@font-face\{.*url\("?data:font\/woff2;base64,/,
  );
});

test("the desk's pages have the sample's policy, and are never cached", async () => {
  const { desk } = await publishReal();
  expect(desk.headers).toEqual({
    "Content-Security-Policy":
      "default-src 'none'; script-src 'sha256-+Q3dsIT3kYyYXlBldxY4Baal1kEoF6cDrlPvZn4iLYs='; style-src 'self'; img-src 'self'; font-src data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
  });
});

test("stores the build's settings for the desk", async () => {
  const { desk, notice } = await publishReal();
  expect(desk.settings).toEqual({
    SELLER_NAME: "Brisa SL",
    SELLER_TAX_ID: "B12345674",
    SELLER_ADDRESS: "Calle Mayor 1, 28013 Madrid",
    SHIPS_TO: "ES,FR",
    GUARANTEE_NOTICE: notice,
    SHOP_EMAIL: "hola@aurelia.example",
    SHOP_PHONE: "+34 910 000 000",
    SITE_URL: "https://aurelia.example",
    PRODUCT_PRICE: "89,99",
    PRODUCT_NOTES_TOP: "",
    PRODUCT_NOTES_HEART: "",
    PRODUCT_NOTES_BASE: "",
  });
  expect(desk.takesCards).toBe(false);
});

test("serves the guarantee notice unchanged", async () => {
  const { folder } = await publishReal();
  expect(read(folder, "aviso-garantia.svg")).toBe("<svg/>");
  expect(read(folder, "_headers")).toContain("\n/aviso-garantia.svg\n");
});

test.each([
  ["Aviso.PNG", "aviso-garantia.png"],
  ["aviso.2025.jpeg", "aviso-garantia.jpg"],
])("serves the notice %s as %s", async (name, served) => {
  const { folder } = await publishReal(name);
  expect(filesOf(folder)).toContain(served);
});

test("keeps the fonts beside the site, for pages that are rendered again", async () => {
  const { folder } = await publishReal();
  expect(filesOf(join(folder, "../fonts"))).toEqual(["assets/cormorant-1a2b3c.woff2"]);
  expect(filesOf(folder).filter((file) => file.endsWith(".woff2"))).toEqual([]);
});

test("stops if the sample page is missing", async () => {
  const folder = exampleBuild();
  const notice = join(folder, "../notice.svg");
  writeFileSync(notice, "<svg/>");
  await expect(publishDesk(folder, { GUARANTEE_NOTICE: notice })).rejects.toThrow(
    "desistimiento/index.html",
  );
});
