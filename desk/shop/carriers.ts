interface Carrier {
  name: string;
  /** The carrier's page for this number. Both parameters are URL-encoded already. */
  page: (number: string, postalCode: string) => string;
  /** Recognises that page, and finds the number in it. */
  recognises: RegExp;
}

/** The carriers that people in Spain send parcels with, by the value that forms send. */
export const carriers: Record<string, Carrier> = {
  correos: {
    name: "Correos",
    page: (number) =>
      `https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=${number}`,
    recognises: /^https:\/\/(?:www\.)?correos\.es\/.*[?&]tracking-number=([^&#]+)/,
  },
  "correos-express": {
    name: "Correos Express",
    page: (number) => `https://s.correosexpress.com/c?n=${number}`,
    recognises: /^https:\/\/s\.correosexpress\.com\/.*[?&](?:n|shippingNumber)=([^&#]+)/,
  },
  seur: {
    name: "SEUR",
    page: (number) => `https://www.seur.com/livetracking/?segOnlineIdentificador=${number}`,
    recognises: /^https:\/\/(?:www\.)?seur\.com\/.*[?&]segOnlineIdentificador=([^&#]+)/,
  },
  gls: {
    name: "GLS",
    page: (number, postalCode) => `https://mygls.gls-spain.es/e/${number}/${postalCode}`,
    recognises: /^https:\/\/mygls\.gls-spain\.es\/e\/([^/?#]+)/,
  },
  mrw: {
    name: "MRW",
    page: (number) =>
      `https://www.mrw.es/seguimiento_envios/MRW_resultados_consultas.asp?modo=nacional&envio=${number}`,
    recognises: /^https:\/\/(?:www\.)?mrw\.es\/.*[?&]envio=([^&#]+)/,
  },
  nacex: {
    name: "Nacex",
    // «2861/12345678»: the sending agency and the parcel.
    page: (number) => {
      const [parcel = "", agency = ""] = number.split("%2F").reverse();
      return `https://www.nacex.es/seguimientoDetalle.do?agencia_origen=${agency}&numero_albaran=${parcel}`;
    },
    recognises: /^https:\/\/(?:www\.)?nacex\.es\/.*[?&]numero_albaran=([^&#]+)/,
  },
};

/** A web address, or one without https, which needs a path, so that abbreviations are none. */
const pasted = /https?:\s*\/\/\s*\S+|(?<![\p{L}\d.@-])(?:[\p{L}\d-]+\.)+\p{L}{2,}[/?]\S*/iu;

/**
 * The web address in a text that the owner has pasted: without https, within a sentence, or broken by spaces.
 * @returns undefined if there is none
 */
function addressIn(typed: string): string | undefined {
  const { 0: found, index } = pasted.exec(typed) ?? { 0: "", index: 0 };
  const rest = typed.slice(index + found.length);
  const read = (text: string) => {
    const address = text.replace(/\s/g, "").replace(/[.,;:!»”"')\]>]+$/, "");
    const page = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.href;
    const secure = page?.replace(/^http:/, "https:");
    return parcelOf(secure) ? secure : page;
  };
  // The rest belongs to the address if it could end a number, or if a carrier's page needs it.
  const isBroken =
    /^(?:\s+[A-Z]*\d[A-Z\d]*)*\s*$/.test(rest) ||
    (!parcelOf(read(found)) && parcelOf(read(found + rest)));
  return found ? read(isBroken ? found + rest : found) : undefined;
}

/**
 * The tracking to store: the carrier's page or, for another carrier, what the owner typed. Of a text with a web address,
 * that.
 * @param carrier one of `carriers`, or another value
 */
export function trackingOf(carrier: string, typed: string, postalCode: string | null): string {
  const address = addressIn(typed);
  if (address) return address;
  const known = Object.hasOwn(carriers, carrier) ? carriers[carrier] : undefined;
  if (!known || typed === "") return typed;
  const number = encodeURIComponent(typed.replace(/\s/g, ""));
  return known.page(number, encodeURIComponent(postalCode ?? ""));
}

/** The carrier and the number in a stored tracking; undefined if it is no page of these carriers. */
export function parcelOf(
  tracking: string | null | undefined,
): { carrier: string; name: string; number: string } | undefined {
  for (const [carrier, { name, recognises }] of Object.entries(carriers)) {
    const [, number] = recognises.exec(tracking ?? "") ?? [];
    // URLSearchParams accepts a badly encoded address, on which decodeURIComponent throws.
    if (number) return { carrier, name, number: new URLSearchParams(`n=${number}`).get("n") ?? "" };
  }
  return undefined;
}

/** «Correos, PK43F9123456789»; for another carrier, the stored tracking. */
export function parcelText(tracking: string): string {
  const parcel = parcelOf(tracking);
  return parcel ? `${parcel.name}, ${parcel.number}` : tracking;
}
