import type { ImportRules } from "../setup/check-imports.ts";

const react = ["npm:react", "npm:react-dom", "npm:react-router"];

/** The boutique's facts as built. They change while the shop runs: read them, or take them as a parameter. */
const builtFacts = ["../app/shop/facts.ts", "./shop/built-facts.ts"];

/** Who may import what. `npm run lint` checks it. */
export default {
  // The model: it knows the boutique's business alone.
  "./shop": ["../app/shop", ...builtFacts],
  "./storage": ["../app/shop", "./shop"],
  "./orders": ["../app/shop", "./shop", "./storage"],
  "./cards": ["../app/shop", "./orders", "./shop", "./storage"],
  "./mail": ["../app/shop", "./orders", "./shop", "./storage"],
  "./jobs": ["../app/shop", "./cards", "./orders", "./shop", "./storage"],
  "./pages": [
    "../app/document",
    "../app/pages/legal",
    "../app/photos",
    "../app/shop",
    "../app/ui",
    "./cards",
    "./desk.css",
    "./jobs",
    "./mail",
    "./orders",
    "./shop",
    "./storage",
    ...react,
  ],
  // The build shows its own facts.
  "./pages/context.ts": ["./shop", "./storage", ...builtFacts, ...react],
  "./server": [
    "../app/shop",
    "../publish",
    "../server",
    "./cards",
    "./jobs",
    "./mail",
    "./orders",
    "./pages",
    "./shop",
    "./storage",
    ...builtFacts,
    ...react,
  ],

  // Its side of `#orders`. Browsers run it, so it knows the model and the boutique.
  "./checkout": [
    "../app/document",
    "../app/orders/every-order",
    "../app/photos",
    "../app/shop",
    "../app/ui",
    "./checkout/facts",
    "./shop",
    ...react,
  ],
  "./checkout/facts": ["./shop", ...builtFacts],

  "./publish": ["../app/shop", "../publish", "../server", "./pages", "./server", "./shop"],
  "./hosting": ["../app/shop", "../publish", "./mail", "./publish", "./shop", "./storage"],

  // What drives the whole: configurations and commands, the demo, tests.
  ".": ["*"],
  "./chaos": ["*"],
  "./demo": ["*"],
  "./e2e": ["*", "../e2e"],
  "./mutation": ["*"],
  "./testing": ["*", "..", "../app", "../package.json", "../setup"],
} satisfies ImportRules;
