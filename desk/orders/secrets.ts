import { createHash, randomBytes } from "node:crypto";

/** 128 random bits, for a cookie or an address. */
export const newSecret = () => randomBytes(16).toString("base64url");

/** What is stored of a secret, so that nobody gets in with a copy of the database. */
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");
