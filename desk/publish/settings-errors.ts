import { existsSync } from "node:fs";
import sharp from "sharp";
import {
  type Environment,
  isExample,
  shopSettings,
  validateSettings,
} from "../../app/shop/settings-schema.ts";
import {
  demoSetting,
  mustBeOwn,
  readDeskSettings,
  sellerSettings,
} from "../shop/settings-schema.ts";

/** A sentence for each setting that a shop for real orders can't be built with. */
export function errorsOf(environment: Environment): string[] {
  const { settings, errors } = readDeskSettings(environment, "all");
  // What only a start needs may be missing here. If it is set, it is validated now: an update that
  // builds has to start as well.
  const reported = errors.filter((error) => {
    const [name = ""] = error.split(" ");
    return name in sellerSettings || environment[name]?.trim();
  });
  const notice = settings.GUARANTEE_NOTICE;
  if (notice && !existsSync(notice)) {
    reported.push(`GUARANTEE_NOTICE nombra un archivo que no existe: «${notice}».`);
  }
  return [...identityErrors(environment), ...reported];
}

/** Below this width, in px, nobody can read the notice. SVG scales to any size. */
const minWidth = 300;

/** What is wrong with the official notice if it is a blank picture, a tiny one, or none at all. */
export async function noticeError(picture: string | Uint8Array): Promise<string | undefined> {
  const image = sharp(picture);
  try {
    const { width, format } = await image.metadata();
    const { channels } = await image.stats();
    if (channels.every(({ min, max }) => min === max)) return "es una imagen en blanco";
    return width < minWidth && format !== "svg"
      ? "es una imagen demasiado pequeña para leerla"
      : undefined;
  } catch {
    return "no es una imagen que se pueda abrir";
  }
}

/** A sentence if the notice's file can't be the official notice. */
export async function noticeErrors({ GUARANTEE_NOTICE: file }: Environment): Promise<string[]> {
  const problem = file && existsSync(file) && (await noticeError(file));
  return problem ? [`GUARANTEE_NOTICE ${problem}: «${file}».`] : [];
}

const examples = validateSettings(shopSettings, {}).settings;

/** A shop that sells must not use an example's identity, or send orders and passwords unencrypted. */
function identityErrors(environment: Environment): string[] {
  const { settings, errors: demo } = validateSettings(demoSetting, environment);
  if (settings.DEMO) return demo;
  const { settings: shop } = validateSettings(shopSettings, environment);
  const errors = (["SHOP_EMAIL", "SHOP_PHONE", "SITE_URL"] as const)
    .filter((name) => isExample(shop[name], examples[name]))
    .map((name) => `${name} ${mustBeOwn(shop[name])}`);
  if (/^http:\/\/(?!localhost(:\d+)?$)/.test(shop.SITE_URL)) {
    errors.push(`SITE_URL debe empezar por https:// para vender de verdad; es «${shop.SITE_URL}».`);
  }
  return errors;
}
