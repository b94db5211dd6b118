/** What the boutique imports as `#orders` is this application's (tsconfig.json says so to TypeScript). */
export const alias = { "#orders": `${import.meta.dirname}/checkout` };
