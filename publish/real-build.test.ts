import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { build, copyShop } from "./testing/shop-copy.ts";

const desk = {
  ORDER_DESK: "real",
  SELLER_NAME: "Brisa Perfumes SL",
  SELLER_TAX_ID: "B12345674",
  SELLER_ADDRESS: "Calle Feria 3, 41003 Sevilla",
  SHIPS_TO: "ES,PT",
  GUARANTEE_NOTICE: "notice.svg",
  STRIPE_SECRET_KEY: "sk_test_of_nobody",
};

test("a shop for real orders says who sells, where to and how one pays, and nothing of a simulation", () => {
  const folder = copyShop();
  // Whatever took the other side would not be found.
  rmSync(join(folder, "app/orders/simulated"), { recursive: true });
  writeFileSync(join(folder, "notice.svg"), "<svg/>");
  const texts = new Map(
    build(folder, desk)
      .filter((file) => /\.(html|js|json|xml|conf)$/.test(file))
      .map((file) => [relative(join(folder, "build"), file), readFileSync(file, "utf8")]),
  );
  const page = (name: string) => texts.get(`client/${name}.html`) ?? "";

  for (const [file, text] of texts) {
    expect(text, file).not.toMatch(/simulad|simulaci|simular|sk_test/i);
    if (file.startsWith("client/")) expect(text, file).not.toContain("process.env");
  }
  for (const [file, text] of texts) {
    if (!file.endsWith(".html")) continue;
    expect(text, file).toContain('href="/desistimiento"');
    expect(text, file).not.toMatch(/&amp;\w+;/);
  }
  for (const name of ["checkout", "terminos-de-servicio", "politica-de-privacidad"]) {
    expect(page(name), name).toContain("Brisa Perfumes SL");
    expect(page(name), name).toContain("Calle Feria 3, 41003 Sevilla");
  }
  expect(page("terminos-de-servicio")).toContain('src="/aviso-garantia.svg"');
  expect(page("terminos-de-servicio")).toContain("Enviamos a España y Portugal.");
  expect(page("politica-de-devolucion")).toContain('id="formulario"');
  expect(page("politica-de-privacidad")).toContain("22 de noviembre de 2026");

  expect(page("checkout")).toContain("Pedido con obligación de pago");
  const options = page("checkout").matchAll(/<option[^>]*value="(\w+)"/g);
  expect(Array.from(options, ([, code]) => code)).toEqual(["ES", "PT"]);
  expect(page("index")).toContain('"addressCountry":["ES","PT"]');

  expect(page("checkout")).toContain("con tarjeta o Bizum");
  expect(page("checkout")).not.toContain("transferencia");
  expect(page("politica-de-privacidad")).toContain("Stripe Payments Europe");

  expect(texts.get("client/sitemap.xml")).not.toMatch(/pedido|mostrador|desistimiento|respuesta/);
  expect(JSON.parse(texts.get("site.json") ?? "{}").desk.takesCards).toBe(true);

  // Pages with data are rendered by React's production build: the other one takes twice as long.
  const server = texts.get("server/index.js") ?? "";
  expect(server).toContain("react-dom-server-legacy.node.production.js");
  expect(server).not.toMatch(/\.development\.js|process\.env\.NODE_ENV/);
});
