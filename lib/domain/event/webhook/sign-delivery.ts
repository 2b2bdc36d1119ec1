import { createHmac } from "node:crypto";

const prefix = "whsec_";
const keyBytes = { min: 24, max: 64 };

/** An attempt to deliver an event. */
interface SignedDelivery {
  /** The same for every attempt, so that receivers recognize a repeat. */
  id: string;
  /** Time of the attempt, in milliseconds since the Unix epoch. */
  sentAtMs: number;
  body: string;
}

/** Decodes `whsec_` and base64. @throws Error if that isn't 24 to 64 bytes */
function readKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  if (!secret.startsWith(prefix) || key.length < keyBytes.min || key.length > keyBytes.max)
    throw new Error("a webhook secret has the wrong form");
  return key;
}

/**
 * Signs a delivery. During a rotation there are two secrets, and a receiver with either of them
 * accepts the delivery.
 * @param secrets at least one, such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`
 * @returns the headers of Standard Webhooks 1.0
 * @throws Error without a secret, or if one has the wrong form
 */
export function signDelivery(
  { id, sentAtMs, body }: SignedDelivery,
  secrets: readonly string[],
): Record<string, string> {
  if (secrets.length === 0) throw new Error("a webhook has no secret");
  const timestamp = Math.floor(sentAtMs / 1000);
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", readKey(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
