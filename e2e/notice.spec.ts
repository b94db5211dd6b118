import type { Page } from "@playwright/test";
import {
  engines,
  expect,
  fillShippingForm,
  followFocus,
  layOutAll,
  pages,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

async function placeOrder(page: Page) {
  await fillShippingForm(page);
  await stopClock(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await passProcessing(page);
  await expect(page.getByText("¡Pedido Confirmado!")).toBeVisible();
}

test("the notice covers no focused control on low screens", async ({ page }) => {
  await page.goto("/checkout");
  await placeOrder(page);
  for (const [width, height, size] of [
    [320, 180, "100%"],
    [640, 360, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
    await page.getByRole("button", { name: "Cerrar aviso" }).focus();
    // Backwards, so that each control enters the screen at the top.
    await followFocus(page, "Shift+Tab", "Aurelia", `${width} × ${height}, ${size}`);
  }
});

test("nothing else moves when the notice disappears", engines, async ({ page }) => {
  await page.goto("/checkout");
  await placeOrder(page);
  await layOutAll(page);
  const confirmation = page.getByText("¡Pedido Confirmado!");
  /** All elements outside the notice, and where they are in the document. */
  const layout = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll("main :not(.notices, .notices *), footer *")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.tagName, x, Math.round(y + scrollY), width, height].join(" ");
        }),
    );
  const shown = await layout();
  await page.clock.runFor(8100);
  await expect(confirmation).toHaveCount(0);
  expect(await layout()).toEqual(shown);
});

test("the notice is added to a live region that the accessibility tree already has", async ({
  page,
}) => {
  await page.goto("/checkout");
  const session = await page.context().newCDPSession(page);
  /** The live regions within «Avisos»: their node, and what is read from them. */
  const liveRegions = async () => {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const textOf = (id: string): string => {
      const node = nodes.find(({ nodeId }) => nodeId === id);
      return node?.role?.value === "StaticText"
        ? node.name?.value
        : (node?.childIds ?? []).map(textOf).join(" ");
    };
    const notices = nodes.find(({ name }) => name?.value === "Avisos");
    return nodes
      .filter(({ parentId, ignored }) => parentId === notices?.nodeId && !ignored)
      .filter(({ properties }) =>
        properties?.some(({ name, value }) => name === "live" && value.value === "polite"),
      )
      .map(({ nodeId, backendDOMNodeId }) => [backendDOMNodeId, textOf(nodeId)] as const);
  };
  const [[region, text] = [], ...others] = await liveRegions();
  expect([text, others]).toEqual(["", []]);
  await placeOrder(page);
  expect(await liveRegions()).toEqual([
    [
      region,
      "¡Pedido Confirmado! Tu pedido se ha procesado correctamente. En breve recibirás un correo de confirmación.",
    ],
  ]);
});

/** The sentences of each page about the simulation. The privacy policy goes into detail. */
const simulationNotes: Record<string, string[]> = {
  "/checkout": ["El pedido es una simulación: no se cobra nada."],
  "/terminos-de-servicio": [
    "Los pedidos que se hacen en esta web son simulados: no se cobra nada y los datos no salen de tu navegador, como explica la política de privacidad.",
  ],
};

test("checkout and terms say once that orders are simulated, and no page contradicts the notice", async ({
  page,
}) => {
  for (const [path] of pages) {
    await page.goto(path);
    const text = await page.getByRole("main").innerText();
    expect(text, path).not.toMatch(
      /(ningún|ni) (correo|paquete|producto)|no (te |le )?llegará|no preparamos|no se envía(?!n)/i,
    );
    if (path === "/politica-de-privacidad") continue;
    const sentences = text.match(/[^.\n]*simula[^.\n]*\./gi) ?? [];
    expect(sentences, path).toEqual(simulationNotes[path] ?? []);
  }
});
