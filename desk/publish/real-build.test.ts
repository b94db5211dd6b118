import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { build, copyShop } from "../../publish/testing/shop-copy.ts";
import { renderingOf } from "../server/rendering.ts";
import type { ServerBuild } from "../server/server-build.ts";

const desk = {
  SELLER_NAME: "Lucía Campos Brisa",
  SELLER_TAX_ID: "12345678Z",
  SELLER_ADDRESS: "Calle Feria 3, 41003 Sevilla",
  SELLER_REGISTER: "",
  SHIPS_TO: "ES,PT",
  GUARANTEE_NOTICE: "notice.svg",
  PRODUCT_PRICE: "94.99",
  PRODUCT_MAKER: "Casa Brisa, Calle Real 9, 41001 Sevilla, casa@brisa.test",
  PRODUCT_IDENTIFIER: "EAN 8412345678905",
  PRODUCT_WARNINGS: "Inflamable. Solo para uso externo.",
  PRODUCT_INGREDIENTS: "Alcohol Denat., Parfum, Aqua, Citral",
  STRIPE_SECRET_KEY: "sk_test_of_nobody",
};

test("pages for real orders name the seller, destinations and payment, and no simulation", async () => {
  // An import of the simulated side would fail.
  const folder = copyShop((file) => /^app\/orders\/[^/]+$/.test(file));
  const notice = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9"/></svg>';
  writeFileSync(join(folder, "desk/notice.svg"), notice);
  const texts = new Map(
    build(join(folder, "desk"), desk)
      .filter((file) => /\.(html|js|json|xml|conf)$/.test(file))
      .map((file) => [relative(join(folder, "desk/build"), file), readFileSync(file, "utf8")]),
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
  for (const [file, text] of texts) {
    if (!file.endsWith(".html")) continue;
    expect(text, file).toContain(
      "Lucía Campos Brisa · NIF\u00a012345678Z · Calle Feria 3, 41003 Sevilla</p>",
    );
    expect(text, file).not.toMatch(/bloqueados|cedemos|España y Europa/);
  }
  expect(page("contacto")).toContain(">Calle Feria 3, 41003 Sevilla</p>");
  expect(page("contacto")).toContain("Enviamos a España peninsular, Baleares y Portugal.");
  expect(page("terminos-de-servicio")).toContain('src="/aviso-garantia.svg"');
  expect(page("terminos-de-servicio")).toContain("Enviamos a España y Portugal.");
  expect(page("terminos-de-servicio")).toContain("No estamos adheridos a ninguna junta arbitral");
  expect(page("terminos-de-servicio")).not.toContain("Datos registrales");
  expect(page("politica-de-devolucion")).toContain('id="formulario"');
  expect(page("politica-de-privacidad")).toContain("29 de noviembre de 2026");
  expect(page("politica-de-privacidad")).toContain("\u00a0días de que caduquen o se anulen. ");

  // The perfume's label, the legal rights and the cost of a return, before the button.
  const [beforeButton = "", more] = page("checkout").split("Pedido con obligación de pago");
  expect(more).toBeDefined();
  for (const words of [
    "Casa Brisa, Calle Real 9, 41001 Sevilla, casa@brisa.test",
    "EAN 8412345678905",
    "Inflamable. Solo para uso externo.",
    '<span translate="no">Alcohol Denat., Parfum, Aqua, Citral</span>',
    "Garantía legal",
    "Ver el aviso oficial",
    "la vuelta la pagas tú.",
  ]) {
    expect(beforeButton).toContain(words);
  }
  const options = page("checkout").matchAll(/<option[^>]*value="(\w+)"/g);
  expect(Array.from(options, ([, code]) => code)).toEqual(["ES", "PT"]);
  expect(page("index")).toContain('"addressCountry":["ES","PT"]');
  expect(page("index")).toContain('"price":"94.99"');
  expect(page("index")).toContain("189,98\u00a0€/100\u00a0ml");
  expect(beforeButton).toContain("94,99\u00a0€");
  for (const [file, text] of texts) {
    if (file.startsWith("client/")) expect(text, file).not.toMatch(/89[,.]99/);
    // Nothing of what runs on the server only.
    if (file.startsWith("client/")) expect(text, file).not.toMatch(/kysely|nodemailer/);
  }

  expect(page("checkout")).toContain("con tarjeta o Bizum");
  expect(page("checkout")).not.toContain("transferencia");
  expect(page("politica-de-privacidad")).toContain("Stripe Payments Europe");

  const program = join(folder, "desk/build/server");
  const { builtFacts }: ServerBuild = createRequire(import.meta.url)(join(program, "index.js"));
  const { terms: render } = renderingOf(
    join(program, "render-thread.js"),
    join(program, "../client"),
  );
  const terms = await render({ ...builtFacts, price: 12_345 });
  expect(terms).toContain("Cada frasco cuesta 123,45\u00a0€ (246,90\u00a0€/100\u00a0ml).");
  expect(await render(builtFacts)).toContain(
    "Cada frasco cuesta 94,99\u00a0€ (189,98\u00a0€/100\u00a0ml).",
  );
  expect(terms).toMatch(/^TÉRMINOS DE SERVICIO\n\n(?!Última)/);
  expect(terms).toContain("\n\n10. LEY APLICABLE\n\n");
  expect(terms).toContain("\n\nPOLÍTICA DE DEVOLUCIÓN\n\n");
  expect(terms).toContain("14\u00a0días naturales desde que recibes el producto");
  expect(terms).toContain("desistir del contrato aquí (https://aurelia.example/desistimiento)");
  expect(terms).toContain(
    "3\u00a0años desde la entrega. (https://aurelia.example/aviso-garantia.svg)",
  );
  expect(terms).toMatch(/ \* Fecha:\n\n\(\*\) Táchese lo que no proceda\.\n$/);

  expect(texts.get("client/sitemap.xml")).not.toMatch(/pedido|mostrador|desistimiento|respuesta/);
  expect(JSON.parse(texts.get("desk.json") ?? "{}").takesCards).toBe(true);

  // Pages with data use React's production build: the development build takes twice as long.
  const server = Array.from(texts)
    .filter(([file]) => /^server\/(assets\/)?[\w-]+\.js$/.test(file))
    .map(([, text]) => text)
    .join("\n");
  expect(server).toContain("react-dom-server-legacy.node.production.js");
  expect(server).not.toMatch(/\.development\.js|process\.env\.NODE_ENV/);
}, 600_000);
