import { randomBytes } from "node:crypto";

/** The idempotency key of a refund: its cents, the time in ms and a random part. */
export const newRefundKey = (amount: number, now: number) =>
  `${amount}-${now}-${randomBytes(16).toString("hex")}`;

export const refundAmount = (key: string) => Number(key.split("-")[0]);

export const refundStartedAt = (key: string) => Number(key.split("-")[1]);
