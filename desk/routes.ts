import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Hono, type HonoRequest } from "hono";
import { basicAuth } from "hono/basic-auth";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import * as v from "valibot";
import { formatPrice } from "../app/shop/money.ts";
import { order as orderSchema } from "../app/shop/order.ts";
import { saleTerms } from "../app/shop/seller.ts";
import { shop } from "../app/shop/shop.ts";
import { readForm, readJson, readText } from "./body.ts";
import { type Desk, day } from "./context.ts";
import { counter } from "./counter.ts";
import { isAway } from "./database.ts";
import { findByToken, place, settle, startPayment } from "./orders.ts";
import type { WritePage } from "./pages.ts";
import type { Order } from "./schema.ts";
import { comesFrom } from "./states.ts";
import { withdraw, withdrawal, withdrawalMessages } from "./withdrawals.ts";
import { formatIban, formatMoment, orderAddress, stateNames, vatOf } from "./words.ts";

/** Stripe tells everything that it knows of a payment. */
const largestMessage = 256 * 1024;
const isMessage = ({ path }: HonoRequest) => path === "/avisos/stripe";
const retryAfter = { "Retry-After": "5" };

const messages = {
  forbidden: "Esta petición no viene de nuestra página. Vuelve a cargarla e inténtalo de nuevo.",
  method: "Esta dirección no admite lo que se le ha pedido.",
  tooLarge: "Has enviado más texto del que cabe en un pedido.",
  invalid: "Algún dato no es válido. Revísalo y vuelve a pulsar.",
  otherBody: "Un intento anterior sí llegó, con otros datos. Míralo antes de hacer otro pedido.",
  email: `Ya tienes varios pedidos sin pagar. Paga alguno o escríbenos a ${shop.email}.`,
  shop: "Ahora mismo recibimos más pedidos de los que podemos atender. Inténtalo dentro de una hora.",
  away: "Ahora mismo no podemos guardar nada. Espera unos segundos y vuelve a pulsar: no se hará dos veces.",
  noPayment:
    "La pasarela de pago no responde ahora mismo. El pedido está guardado: vuelve a intentarlo dentro de un momento.",
  forged: "Este aviso no lleva la firma de Stripe, o llega tarde.",
  failed: "El fallo es nuestro. Vuelve a intentarlo dentro de un momento.",
};

const read = ["GET", "HEAD"];
/** What each address can be asked for. */
const methodsOf: Record<string, string[]> = {
  "/pedidos": ["POST"],
  "/pedido/:token": read,
  "/pedido/:token/pagar": read,
  "/avisos/stripe": ["POST"],
  "/desistimiento": [...read, "POST"],
  "/mostrador": read,
  "/mostrador/:id": read,
  "/mostrador/:id/:what": ["POST"],
};

const attempt = v.object({
  key: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  total: v.pipe(v.number(), v.integer()),
  order: orderSchema,
});

/** The desk's addresses. `always` are the headers of every answer; `kick` has the mails sent that an answer leaves due; `notFound` is the shop's page. */
export function routes(
  desk: Desk,
  page: WritePage,
  always: Record<string, string>,
  notFound: () => Response,
  kick: () => void,
): Hono {
  const app = new Hono();
  const answer = (title: string, text: string, status: number, more?: Record<string, string>) =>
    page("respuesta", { title, text }, status, more);

  app.use(compress());
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(always)) c.header(name, value);
  });
  app.use(async (c, next) => {
    if (!isForeign(c.req)) return next();
    return say(c.req.path, 403, "Petición rechazada", messages.forbidden);
  });
  // No address of ours has a NUL in it, and PostgreSQL would not even look for one.
  app.use((c, next) => (c.req.url.includes("%00") ? Promise.resolve(notFound()) : next()));

  app.use("/mostrador/*", auth(desk.settings.DESK_PASSWORD));
  for (const [path, methods] of Object.entries(methodsOf)) {
    app.use(path, (c, next) =>
      methods.includes(c.req.method)
        ? next()
        : Promise.resolve(
            say(c.req.path, 405, "Método no permitido", messages.method, {
              Allow: methods.join(", "),
            }),
          ),
    );
  }

  /** A page for a person, JSON for the checkout's script. */
  function say(path: string, status: number, title: string, message: string, more = {}) {
    return path === "/pedidos"
      ? Response.json({ message }, { status, headers: { "Cache-Control": "no-store", ...more } })
      : answer(title, message, status, more);
  }

  app.post("/pedidos", async (c) => {
    const body = v.safeParse(attempt, await readJson(c.req));
    if (!body.success) return c.json({ message: messages.invalid }, 400);
    const placed = await place(desk, body.output);
    kick();
    c.header("Cache-Control", "no-store");
    switch (placed.outcome) {
      case "placed":
        return c.json(placedAnswer(placed.order), 201);
      case "other total":
        return c.json({ total: placed.total }, 409);
      case "other body":
        return c.json({ message: messages.otherBody, address: addressOf(placed.order) }, 422);
      case "too many":
        return placed.whose === "email"
          ? c.json({ message: messages.email }, 429)
          : c.json({ message: messages.shop }, 503, { "Retry-After": "3600" });
    }
  });

  app.get("/pedido/:token", async (c) => {
    const order = await findByToken(desk, c.req.param("token"));
    if (!order) return notFound();
    await settle(desk, order.id).catch((error) => {
      // The order is shown as it was known last.
      if (!desk.card?.isAway(error)) throw error;
    });
    return page("pedido", orderView(desk, (await findByToken(desk, order.token)) ?? order));
  });

  app.get("/pedido/:token/pagar", async (c) => {
    const order = await findByToken(desk, c.req.param("token"));
    if (!order) return notFound();
    return c.redirect((await startPayment(desk, order)) ?? addressOf(order), 303);
  });

  /** A nudge, and no more: what was paid is asked of Stripe (`settle`). Other answers have it sent again. */
  app.post("/avisos/stripe", async (c) => {
    if (!desk.card) return notFound();
    const message = await readText(c.req, largestMessage);
    const signature = c.req.header("Stripe-Signature") ?? "";
    const id = await desk.card.orderOf(message, signature).catch(() => null);
    if (id === null) return c.json({ message: messages.forged }, 400);
    if (id) await settle(desk, id, "provider");
    kick();
    return c.json({});
  });

  app.get("/desistimiento", () => page("desistimiento", formView({})));
  app.post("/desistimiento", async (c) => {
    const { key = "", step, ...fields } = await readForm(c.req);
    const details = v.safeParse(withdrawal, fields);
    if (!details.success) {
      const wrong = v.flatten<typeof withdrawal>(details.issues).nested;
      return page("desistimiento", formView(fields, wrong), 400);
    }
    if (step === "correct") return page("desistimiento", formView(fields));
    if (step !== "confirm" || !/^[\da-f]{32}$/.test(key)) {
      const fresh = randomBytes(16).toString("hex");
      return page("desistimiento", { ...noPart, confirm: { ...details.output, key: fresh } });
    }
    const at = await withdraw(desk, key, details.output);
    kick();
    const received = { ...details.output, at: formatMoment(at) };
    return page("desistimiento", { ...noPart, received });
  });

  app.route("/mostrador", counter(desk, page, kick));

  app.notFound(() => notFound());
  app.onError((error, c) => {
    const { path } = c.req;
    if (error instanceof HTTPException) {
      if (error.status === 413) return say(path, 413, "Demasiado texto", messages.tooLarge);
      return error.getResponse();
    }
    if (isAway(error)) {
      console.error(`The database can't be reached: ${error.message}`);
      return say(path, 503, "Un momento", messages.away, retryAfter);
    }
    if (desk.card?.isAway(error)) {
      console.error(`Stripe can't be reached: ${error.message}`);
      return say(path, 503, "Un momento", messages.noPayment, retryAfter);
    }
    console.error(error);
    return say(path, 500, "Algo ha fallado", messages.failed);
  });
  return app;
}

/**
 * Nobody else's page may post here. Browsers say where a post comes from; what does not say it is no
 * browser, and carries nobody's password.
 */
function isForeign(request: HonoRequest): boolean {
  const { method, url } = request;
  if (method === "GET" || method === "HEAD" || isMessage(request)) return false;
  const site = request.header("Sec-Fetch-Site");
  const origin = request.header("Origin");
  if (site) return site !== "same-origin";
  return origin !== undefined && ![shop.siteUrl, new URL(url).origin].includes(origin);
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Any name will do; the password is compared in the same time whatever is tried. */
function auth(password: string) {
  const right = digest(password);
  return basicAuth({
    realm: "Mostrador",
    verifyUser: (_name, tried) => timingSafeEqual(digest(tried), right),
    invalidUserMessage: "El mostrador se abre con su contraseña.",
  });
}

/** With a page to pay on where cards are taken: ours, which leads on to the provider's. */
const placedAnswer = (order: Order) => ({
  number: order.id,
  address: addressOf(order),
  ...(order.payment === "card" && { pay: `${addressOf(order)}/pagar` }),
});

const addressOf = ({ token }: Order) => `/pedido/${token}`;

/** Of these parts the page of the withdrawal shows one. */
const noPart = { form: null, confirm: null, received: null };

/** The withdrawal's form with what was written into it, and what is wrong with that. */
function formView(fields: object, wrong: object = {}) {
  const each = (value: (field: string, message: string) => string) =>
    Object.fromEntries(
      Object.entries(withdrawalMessages).map(([field, message]) => [field, value(field, message)]),
    );
  return {
    ...noPart,
    form: { ...each(() => ""), ...fields },
    wrong: Object.keys(wrong).length > 0,
    mistakes: each((field, message) => (field in wrong ? message : "")),
    invalid: each((field) => String(field in wrong)),
  };
}

/** What the shopper sees of the order. */
function orderView({ settings }: Desk, order: Order) {
  return {
    id: order.id,
    state: stateNames[order.state],
    placedAt: formatMoment(order.placedAt),
    quantity: order.quantity,
    subtotal: formatPrice(order.quantity * order.unitPrice),
    shipping: order.shipping === 0 ? "¡Gratis!" : formatPrice(order.shipping),
    total: formatPrice(order.total),
    vat: formatPrice(vatOf(order.total)),
    address: orderAddress(order),
    email: order.email,
    expired: order.state === "expired",
    paid: order.state === "paid",
    shipped: order.state === "shipped",
    delivered: order.state === "delivered",
    refunded: order.refunded > 0 && formatPrice(order.refunded),
    card: order.payment === "card" &&
      comesFrom.paid.includes(order.state) && { address: `${addressOf(order)}/pagar` },
    transfer: order.state === "pending" &&
      order.payment === "transfer" && {
        iban: formatIban(settings.SELLER_IBAN),
        beneficiary: settings.SELLER_NAME,
        until: formatMoment(order.placedAt + saleTerms.payWithinDays * day),
        part: order.received > 0 && formatPrice(order.received),
      },
  };
}
