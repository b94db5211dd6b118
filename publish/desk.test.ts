import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOf } from "../server/files.ts";
import { example, exampleBuild } from "../server/testing/example-build.ts";
import { publish } from "./publish.ts";

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

const deskPage = (address: string, body: string) => ({
  [`${address}/index.html`]: example
    .page(`/${address}`, body)
    .replace("</head>", "<style>.a{top:0}.b{top:1px}</style></head>"),
});

/** A build for real orders, published. */
async function publishReal() {
  const folder = exampleBuild({
    ...deskPage("pedido", '<p class="a">{{total}}</p>'),
    ...deskPage("desistimiento", '<form class="b" method="post"><button>Seguir</button></form>'),
    ...deskPage("mostrador", "{{#orders}}<p>{{number}}</p>{{/orders}}"),
    ...deskPage("mostrador/pedido", '<form method="post"></form>'),
    ...deskPage("respuesta", "<p>{{message}}</p>"),
  });
  const notice = join(folder, "../notice.svg");
  writeFileSync(notice, "<svg/>");
  await publish(folder, {
    SELLER_NAME: "Brisa SL",
    SELLER_TAX_ID: "B12345674",
    SELLER_ADDRESS: "Calle Mayor 1, 28013 Madrid",
    SHIPS_TO: "ES,FR",
    GUARANTEE_NOTICE: notice,
  });
  return { folder, notice, desk: JSON.parse(read(folder, "../desk.json")) };
}

test("the desk's pages are handed to the desk, and are no part of the site", async () => {
  const { folder, desk } = await publishReal();
  expect(Object.keys(desk.pages)).toEqual([
    "pedido",
    "desistimiento",
    "mostrador",
    "mostrador/pedido",
    "respuesta",
  ]);
  expect(desk.pages.pedido.html).toContain(
    '<style>.a{top:0}</style></head><body><p class="a">{{total}}',
  );
  const left = /pedido|desistimiento|mostrador|respuesta/;
  expect(filesOf(folder).filter((file) => left.test(file))).toEqual([]);
  expect(existsSync(join(folder, "mostrador"))).toBe(false);
  expect(read(folder, "_headers")).not.toMatch(left);
  expect(read(folder, "../nginx-headers.conf")).not.toMatch(left);
  expect(read(folder, "../site.json")).not.toMatch(left);
});

test("a desk's page may send its form to the shop, if it has one", async () => {
  const { desk } = await publishReal();
  expect(desk.pages.pedido.policy).toMatch(/^default-src 'none'; .*form-action 'none'; /);
  expect(desk.pages.desistimiento.policy).toContain("form-action 'self'; ");
  expect(desk.pages["mostrador/pedido"].policy).toContain("form-action 'self'; ");
});

test("the desk learns what the shop was built with", async () => {
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
  });
  expect(desk.takesCards).toBe(false);
  expect(desk.always["X-Frame-Options"]).toBe("DENY");
  expect(desk.shop.brand).toBe("Aurelia");
});

test("the notice on the legal guarantee is served as the owner gave it", async () => {
  const { folder } = await publishReal();
  expect(read(folder, "aviso-garantia.svg")).toBe("<svg/>");
  expect(read(folder, "_headers")).toContain("\n/aviso-garantia.svg\n");
});

test("a shop without a desk has nothing for one", async () => {
  const folder = exampleBuild();
  await publish(folder);
  expect(existsSync(join(folder, "../desk.json"))).toBe(false);
});

test("a desk's page that was not built stops the publishing", async () => {
  const folder = exampleBuild();
  const notice = join(folder, "../notice.svg");
  writeFileSync(notice, "<svg/>");
  await expect(publish(folder, { GUARANTEE_NOTICE: notice })).rejects.toThrow("pedido.html");
});
