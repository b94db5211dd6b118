import {
  type Environment,
  isExample,
  shopSettings,
  validateSettings,
} from "../app/shop/settings-schema.ts";

const { settings: examples } = validateSettings(shopSettings, {});

/** Returns false for this machine and for the domains that are reserved for tests and examples (RFC 6761). */
const isReal = (siteUrl: string) =>
  URL.canParse(siteUrl) &&
  !/(^|\.)(example|invalid|localhost|test)$|^127(\.\d+){3}$|^\[::1\]$/.test(
    new URL(siteUrl).hostname,
  );

/** What the build of a shop with simulated orders says if shoppers could take it for one that sells. */
export function simulatedOrders(environment: Environment): {
  errors: string[];
  warnings: string[];
} {
  const { settings } = validateSettings(shopSettings, environment);
  const { SITE_URL } = settings;
  if (!isReal(SITE_URL)) return { errors: [], warnings: [] };
  return {
    errors: (["SHOP_EMAIL", "SHOP_PHONE"] as const)
      .filter((name) => isExample(settings[name], examples[name]))
      .map(
        (name) =>
          `${name} debe ser el de tu tienda, y no el de ejemplo, para publicarla en ${SITE_URL}; es «${settings[name]}».`,
      ),
    warnings: [
      `Esta tienda solo aparenta vender: nadie guarda los pedidos que se hagan en ${SITE_URL}.`,
    ],
  };
}
