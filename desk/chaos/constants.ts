/**
 * How many times faster the clocks of the shops run: a minute takes a second, so that refused emails are retried soon.
 * The lease of an email still lasts 15 s, longer than a shop waits for a database that is cut off.
 */
export const pace = 60;

/** The shop's address, and the one that links to sign in go to. */
export const shopEmail = "hola@aurelia.example";
export const ownerEmail = "duena@aurelia.example";

/** The exit code of a shop that has not stopped in time, and is cut off as by a kill. */
export const cutOff = 3;
