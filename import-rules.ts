import type { ImportRules } from "./setup/check-imports.ts";

const react = ["npm:react", "npm:react-dom", "npm:react-router"];

/** Who may import what. `npm run lint` checks it. */
export default {
  // The business: no React, no clock, no network.
  "./app/shop": [],
  // The looks: they know neither the business nor pages.
  "./app/ui": ["npm:react"],
  "./app/photos": [],
  "./app/document": ["./app/shop", "./app/ui", "#orders/facts", ...react],

  // What an application that extends the shop replaces. It is imported by its alias.
  "./app/orders": [
    "./app/document",
    "./app/orders/facts",
    "./app/orders/every-order",
    "./app/shop",
    "./app/ui",
    ...react,
  ],
  "./app/orders/facts": ["./app/shop"],
  "./app/orders/every-order": ["./app/document", "./app/shop", "#orders/facts", ...react],

  "./app/pages": [
    "./app/document",
    "./app/photos",
    "./app/shop",
    "./app/ui",
    "#orders",
    "#orders/facts",
    ...react,
  ],
  "./app/discovery": ["./app", "./app/shop", ...react],
  "./app": ["./app/document", "./app/pages", "./app/shop", "./app/ui", "#orders", ...react],

  // It serves a build, without packages.
  "./server": [],
  // It finishes what is rendered. Node runs it as it is.
  "./publish": ["./app/shop", "./server", "./package.json"],

  "./setup": [],
  "./photography": ["./app/shop"],
  "./e2e": ["./app/shop", "./app/shop/testing", "./server/testing", "./setup"],
  "./bench": ["./e2e", "./server", "./setup"],
  "./mutation": [],
  // Configurations
  ".": ["./app", "./publish", "./setup", "./package.json"],
} satisfies ImportRules;
