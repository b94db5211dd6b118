/** Where an email address ends up: «Ana+1@Correo.es» is «ana@correo.es». */
export const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, "");
