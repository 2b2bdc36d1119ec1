import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceMs = 5 * 60_000;
const secretPrefix = "whsec_";

/** The headers of a signed event, by Standard Webhooks 1.0. Resend's have the prefix `svix-`. */
export interface Signature {
  id: string;
  /** Seconds since the Unix epoch. */
  timestamp: string;
  /** `v1,` and base64, several separated by spaces during a rotation of the secret. */
  signatures: string;
}

/** Whether an event was signed within five minutes of `now` (ms). Older ones may be replays. */
export const isRecent = ({ timestamp }: Pick<Signature, "timestamp">, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs;

/** Whether one of the signatures is that of the body's bytes under the secret. */
export function isSigned(
  { id, timestamp, signatures }: Signature,
  body: Uint8Array,
  secret: string,
): boolean {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((each) => {
    const [version, text = ""] = each.split(",", 2);
    const signature = Buffer.from(text, "base64");
    return version === "v1" && signature.length === mac.length && timingSafeEqual(signature, mac);
  });
}
