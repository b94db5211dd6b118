/** The common reasons why mail servers refuse an email, by their codes (RFC 3463) or their words. */
const reasons: [RegExp, string][] = [
  [
    /\b5\.1\.[16]\b|user unknown|unknown user|no such (user|recipient|mailbox)|does not exist|invalid recipient|mailbox (unavailable|not found)/i,
    "esa dirección no existe",
  ],
  [
    /\b5\.1\.2\b|domain not found|host or domain name not found|no such domain/i,
    "no existe el dominio de esa dirección",
  ],
  [
    /\b[45]\.2\.2\b|mailbox (is )?full|over ?quota|quota exceeded|insufficient storage/i,
    "su buzón está lleno",
  ],
  [
    /\b5\.7\.\d+\b|spam|blocked|blacklist|block ?list|denied|policy|reputation/i,
    "su servidor no acepta correo de la tienda o lo toma por publicidad",
  ],
  [
    /greylist|graylist|\b4\.[27]\.\d+\b|try again|temporar|busy|too many/i,
    "su servidor pide que se intente más tarde",
  ],
];

/** A mail server's reason for the owner: in Spanish words if it is a common one, and as it was. */
export function reasonText(reason: string): string {
  const known = reasons.find(([pattern]) => pattern.test(reason))?.[1];
  return known ? `${known} (${reason})` : reason;
}
