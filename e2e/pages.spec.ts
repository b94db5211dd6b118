import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test as withoutPage } from "@playwright/test";
import { cost, engines, everyPage, expect, pages, servers, test } from "./fixtures.ts";

const client = "build/client";
const anAsset = (extension: string) => `/${globSync(`assets/*.${extension}`, { cwd: client })[0]}`;

withoutPage("every address answers with its file and type", servers, async ({ request }) => {
  const html = "text/html; charset=utf-8";
  for (const [path, type, file] of [
    ...pages.map(([path]) => [path, html, `${path.slice(1) || "index"}.html`] as const),
    ["/sitemap.xml", "application/xml; charset=utf-8"],
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/manifest.webmanifest", "application/manifest+json"],
    ["/speculation-rules.json", "application/speculationrules+json"],
    ["/speculation-rules-home.json", "application/speculationrules+json"],
    ["/favicon.svg", "image/svg+xml; charset=utf-8"],
    ["/favicon.ico", "image/x-icon"],
    ["/icon-192.png", "image/png"],
    ["/share.jpg", "image/jpeg"],
    [anAsset("js"), "text/javascript; charset=utf-8"],
    [anAsset("avif"), "image/avif"],
    [anAsset("webp"), "image/webp"],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toBe(type);
    const expected = readFileSync(join(client, file ?? path));
    expect((await response.body()).equals(expected), `${path} is its file`).toBe(true);
  }
});

/** Links in the header that lead to the page itself. */
const currentLinks: Record<string, string[]> = {
  "/": ["Inicio"],
  "/quienes-somos": ["Quiénes Somos"],
  "/contacto": ["Contacto"],
};

/** Other labels of the spec, each once on its page. */
const labels: Record<string, string[]> = {
  "/": ["Fragancias Únicas", "Envío Express", "Satisfacción Total"],
  "/checkout": ["Perfume signature", "¡Gratis!", "Total", "Subtotal"],
  "/quienes-somos": ["Volver al Inicio"],
  "/politica-de-privacidad": ["Volver", "Volver al Inicio"],
  "/politica-de-devolucion": ["Volver al Inicio"],
};

test("every page has its heading, header and footer, and each label once", async ({ page }) => {
  for (const [path, heading] of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page.getByRole("banner").getByRole("link", { name: "Aurelia" })).toBeVisible();
      const navigation = page.getByRole("navigation", { name: "Principal" });
      const links = ["Inicio", "Quiénes Somos", "Contacto"];
      await expect(navigation.getByRole("link")).toHaveText(links);
      for (const marked of ["[aria-current]", "header a[aria-current=page]"])
        await expect(page.locator(marked)).toHaveText(currentLinks[path] ?? []);
      const footer = page.getByRole("contentinfo");
      await expect(footer.getByRole("link")).toHaveText([
        "Política de privacidad",
        "Términos de servicio",
        "Política de devolución",
        "hola@aurelia.example",
        "+34 910 000 000",
      ]);
      await expect(footer.getByRole("link", { name: "hola@aurelia.example" })).toHaveAttribute(
        "href",
        "mailto:hola@aurelia.example",
      );
      await expect(footer.getByRole("link", { name: "+34 910 000 000" })).toHaveAttribute(
        "href",
        "tel:+34910000000",
      );
      await expect(footer.getByText("Madrid", { exact: true })).toBeVisible();
      await expect(footer).toContainText("© 2025");
      for (const label of [...links, ...(labels[path] ?? [])])
        await expect(page.getByText(label, { exact: true }), label).toHaveCount(1);
    });
  }
});

test("requests the first picture first, and the others when they are near", async ({ page }) => {
  for (const path of ["/", "/checkout", "/quienes-somos", "/contacto", "/no-existe"]) {
    await page.goto(path);
    const found = await page
      .getByRole("img")
      .evaluateAll((images) =>
        (images as HTMLImageElement[]).map(({ fetchPriority, loading }) => [
          fetchPriority,
          loading,
        ]),
      );
    expect(found[0], path).toEqual(["high", "eager"]);
    for (const later of found.slice(1)) expect(later, path).toEqual(["auto", "lazy"]);
    if (path === "/") expect(found.length).toBeGreaterThan(1);
    await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0);
  }
});

withoutPage("no media condition has a range, which older browsers ignore", () => {
  for (const file of globSync("*.html", { cwd: client })) {
    const html = readFileSync(join(client, file), "utf8");
    const conditions = html.match(/\s(sizes|media)="[^"]*"|@media[^{]*/g) ?? [];
    expect(conditions.join(" "), file).toContain("min-");
    expect(
      conditions.filter((condition) => /[<>]|&[lg]t;/.test(condition)),
      file,
    ).toEqual([]);
  }
});

test("prints a legal text without the screen-only parts", async ({ page }) => {
  await page.goto("/terminos-de-servicio");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByText("Última actualización")).toHaveCSS("color", "rgb(0, 0, 0)");
});

test("the header stays in view", async ({ page }) => {
  await page.goto("/");
  await page.mouse.wheel(0, 2000);
  await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
});

test("home has the link to the checkout, the six benefits and the claims", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const benefits = main.getByRole("region", { name: "Lo que prometemos" });
  await expect(benefits.getByRole("heading", { level: 3 })).toHaveText([
    "Fragancias Únicas",
    "Larga Duración",
    "Presentación Premium",
    "Calidad Garantizada",
    "Envío Express",
    "Satisfacción Total",
  ]);
  // Each name, figure and sentence, in the order a screen reader reads them.
  await expect(benefits.getByRole("listitem")).toHaveText([
    "Fragancias Únicas50+ ingredientesIngredientes nobles. Ninguna fragancia se parece a otra.",
    "Larga Duraciónhasta 12 hLo que dura sobre la piel.",
    "Presentación Premium24kOro de 24 quilates en los detalles del tapón.",
    "Calidad Garantizada20+ años de oficioEl oficio de nuestros maestros perfumistas.",
    "Envío Express24-48 hEn Madrid y alrededores. Enviamos a España y Europa, gratis en pedidos de más de 50 €.",
    "Satisfacción Total100 %Garantía de devolución de 14 días. Si vuelve sin usar y en su embalaje original, te devolvemos todo lo que pagaste.",
  ]);
  // Screen readers say each figure with its noun.
  for (const figure of ["50+ ingredientes", "hasta 12 h", "20+ años de oficio"]) {
    const paragraph = benefits.getByRole("paragraph").filter({ hasText: figure });
    await expect(paragraph).toMatchAriaSnapshot(`- paragraph: ${figure}`);
  }
  await expect(
    main.getByText(
      "Así trabajamos en nuestro taller de Madrid desde 2020. Se puede ir más deprisa.",
    ),
  ).toBeVisible();
  await page.getByRole("link", { name: "Comprar Ahora" }).first().click();
  await expect(page).toHaveURL("/checkout");
});

test("without the owner's notes home has no section about the scent", async ({ page }) => {
  await page.goto("/");
  const sections = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(sections).toHaveText([
    "Lo que prometemos",
    "Pesar, mezclar, esperar",
    "Vidrio y oro",
    "El frasco, al sol",
    "Quédate con la tarde",
  ]);
});

test("home says beside its price what delivery costs and how long it takes", async ({ page }) => {
  await page.goto("/");
  const said = page.getByText("Envío gratis. En Madrid, en 24-48 h.").filter({ visible: true });
  const end = page.getByRole("region", { name: "Quédate con la tarde" });
  for (const [width, height, bar] of [
    [320, 568, 0],
    [360, 640, 0],
    [390, 844, 0],
    [1023, 768, 0],
    [1024, 768, 1],
    [1440, 900, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    const label = `${width} × ${height}`;
    await expect(said, label).toHaveCount(2 + bar);
    await expect(said.first(), label).toBeInViewport({ ratio: 1 });
    await expect(end.getByText("Envío gratis."), label).toBeVisible();
  }
});

test("home ends with the perfume: name, price and how to return it", async ({ page }) => {
  await page.goto("/");
  const end = page.getByRole("region", { name: "Quédate con la tarde" });
  await expect(end.getByText("Aurelia · Perfume signature")).toBeVisible();
  await expect(end.locator("[lang=en]")).toHaveText("signature");
  await expect(end.getByText("sin usar y en su embalaje original")).toBeVisible();
  await expect(end.getByRole("link")).toHaveText(["Cómo devolverlo"]);
  await page.getByRole("link", { name: "Comprar Ahora" }).last().click();
  await expect(page).toHaveURL("/checkout");
});

test("about has four statistics, four values, mission and a link home", async ({ page }) => {
  await page.goto("/quienes-somos");
  await expect(page).toHaveTitle("Quiénes Somos · Aurelia");
  const main = page.getByRole("main");
  await expect(main.getByRole("definition")).toHaveText(["2020", "500+", "25", "50+"]);
  await expect(main.getByRole("term")).toHaveText([
    "año de fundación",
    "clientes",
    "fragancias",
    "ingredientes nobles",
  ]);
  await expect(main.getByRole("heading", { level: 3 })).toHaveText([
    "Oficio",
    "Paciencia",
    "Honestidad",
    "Cercanía",
  ]);
  await expect(main.getByRole("heading", { name: "Madrid, 2020" })).toBeVisible();
  await expect(
    main.getByText("Aquí vendemos una sola, la que lleva nuestra firma: Perfume signature."),
  ).toBeVisible();
  await expect(main.getByRole("heading", { name: "Nuestra misión" })).toBeVisible();
  await main.getByRole("link", { name: "Volver al Inicio" }).click();
  await expect(page).toHaveURL("/");
});

test("three pages link to the perfume with its price", async ({ page }) => {
  for (const path of ["/quienes-somos", "/contacto", "/no-existe"]) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByText(cost(1), { exact: true }), path).toBeVisible();
    await expect(
      main.getByText("Perfume signature · Eau de Parfum 50 ml · IVA incluido"),
    ).toBeVisible();
    await main.getByRole("link", { name: "Comprar Ahora" }).click();
    await expect(page).toHaveURL("/checkout");
  }
});

/** How often each page shows the price of a bottle, and how many links to the checkout it has. */
const offers: Record<string, { prices: number; links: number }> = {
  "/": { prices: 2, links: 2 },
  "/checkout": { prices: 1, links: 0 },
  "/quienes-somos": { prices: 1, links: 1 },
  "/contacto": { prices: 1, links: 1 },
  "/terminos-de-servicio": { prices: 1, links: 0 },
  "/no-existe": { prices: 1, links: 1 },
};

test("every price has that of 100 ml beside it, every link to the checkout is «Comprar Ahora»", async ({
  page,
}) => {
  for (const path of everyPage) {
    await page.goto(path);
    const { prices, links } = offers[path] ?? { prices: 0, links: 0 };
    const places = page.getByRole("main").getByText(`${cost(2)}/100 ml`);
    await expect(places.filter({ visible: true }), path).toHaveCount(prices);
    await expect(page.locator('a[href^="/checkout"]'), path).toHaveText(
      Array(links).fill("Comprar Ahora"),
    );
  }
});

test("contact has three cards and the opening hours", async ({ page }) => {
  await page.goto("/contacto");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "hola@aurelia.example" })).toHaveAttribute(
    "href",
    "mailto:hola@aurelia.example",
  );
  await expect(main.getByRole("link", { name: "+34 910 000 000" })).toHaveAttribute(
    "href",
    "tel:+34910000000",
  );
  await expect(
    main.getByText(
      "De lunes a viernes, de 9:00 a 18:00. Sábados, de 10:00 a 14:00, solo asuntos urgentes.",
    ),
  ).toBeVisible();
  await expect(main.getByText("Madrid, España")).toBeVisible();
  const service = main.getByRole("region", { name: "Así te atendemos" });
  for (const words of ["24-48 h en Madrid", "14 días", "24 horas", "5-7 días laborables"]) {
    await expect(service.getByText(words)).toBeVisible();
  }
  await expect(main.getByRole("columnheader")).toHaveText(["Día", "Horario", "Atención"]);
  // Screen readers say the day with each cell of its row.
  await expect(main.getByRole("rowheader")).toHaveText([
    "Lunes a viernes",
    "Sábados",
    "Domingos y festivos",
  ]);
  await expect(main.getByRole("row")).toHaveText([
    "DíaHorarioAtención",
    "Lunes a viernes9:00-18:00Cualquier consulta",
    "Sábados10:00-14:00Solo asuntos urgentes",
    "Domingos y festivos—Cerrado",
  ]);
});

test("privacy policy and terms have numbered sections and a date", async ({ page }) => {
  for (const [path, sections] of [
    ["/politica-de-privacidad", 8],
    ["/terminos-de-servicio", 10],
  ] as const) {
    await page.goto(path);
    const numbers = Array.from({ length: sections }, (_, index) => new RegExp(`^${index + 1}\\.`));
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(numbers);
    await expect(page.getByText("Última actualización: 1 de enero de 2025")).toBeVisible();
  }
});

test("privacy: «Volver» goes back, «Volver al Inicio» goes home", async ({ page }) => {
  await page.goto("/contacto");
  await page.getByRole("link", { name: "Política de privacidad" }).click();
  await expect(page.getByRole("link", { name: "Volver al Inicio" })).toHaveAttribute("href", "/");
  await page.getByRole("button", { name: "Volver", exact: true }).click();
  await expect(page).toHaveURL("/contacto");
});

test("privacy: «Volver» goes back after the skip link too", engines, async ({ page }) => {
  await page.goto("/contacto");
  await page.goto("/politica-de-privacidad");
  await page.getByRole("link", { name: "Saltar al contenido" }).press("Enter");
  await expect(page).toHaveURL("/politica-de-privacidad#contenido");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Volver", exact: true }).click();
  await expect(page).toHaveURL("/contacto");
});

test("privacy: without a page to go back to, «Volver» goes home", async ({ page }) => {
  await page.goto("/politica-de-privacidad");
  await page.getByRole("button", { name: "Volver", exact: true }).click();
  await expect(page).toHaveURL("/");
});

test("returns links to contact and home", async ({ page }) => {
  await page.goto("/politica-de-devolucion");
  const main = page.getByRole("main");
  for (const words of ["14 días", "en su embalaje original", "24 horas", "5-7 días laborables"]) {
    await expect(main.getByText(words).first()).toBeVisible();
  }
  await expect(main.getByRole("link", { name: "Volver al Inicio" })).toHaveAttribute("href", "/");
  await main.getByRole("link", { name: "Ir a la página de contacto" }).click();
  await expect(page).toHaveURL("/contacto");
});

test("a missing page answers 404, logs its path and links home", servers, async ({ page }) => {
  for (const path of ["/no-existe", "/no-existe/nada", "/assets/no-existe.js"]) {
    const logged = page.waitForEvent("console", (message) => message.text().includes(path));
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Página no encontrada" })).toBeVisible();
    await expect(page.getByText("Lo sentimos, la página que buscas no existe.")).toBeVisible();
    expect((await logged).type(), path).toBe("warning");
    await page.getByRole("link", { name: "Volver al Inicio" }).click();
    await expect(page).toHaveURL("/");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every page is complete, and offers nothing that needs a script", async ({ page }) => {
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
      await expect(page.getByRole("contentinfo"), path).toBeVisible();
      await expect(page.locator(".needs-script:visible"), path).toHaveCount(0);
    }
  });

  test("the checkout says how to order", async ({ page }) => {
    await page.goto("/checkout");
    const advice = page.locator("noscript p");
    await expect(advice).toBeVisible();
    await expect(advice).toContainText("hace falta JavaScript");
    await expect(advice).toContainText("hola@aurelia.example");
    await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeHidden();
    // Shown above the fields, because the form can't be sent.
    const [adviceBox, fieldBox] = await Promise.all([
      advice.boundingBox(),
      page.getByLabel("Nombre").boundingBox(),
    ]);
    expect(adviceBox?.y).toBeLessThan(fieldBox?.y ?? 0);
    await expect(advice).toBeInViewport();
  });
});
