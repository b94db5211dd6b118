/**
 * Where an email address ends up: «Ana+1@Correo.es» is «ana@correo.es». At Gmail dots do not count: «a.na@googlemail.com»
 * is «ana@gmail.com».
 */
export function mailboxOf(email: string): string {
  const [, name = "", domain = ""] = /^([^@+]*)(?:\+[^@]*)?@(.*)$/.exec(email.toLowerCase()) ?? [];
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}
