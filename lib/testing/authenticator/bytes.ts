import { createHash } from "node:crypto";
import type { isoCBOR } from "@simplewebauthn/server/helpers";

/** Bytes on a buffer of their own, as SimpleWebAuthn wants them. A `Buffer` is one too. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Whatever SimpleWebAuthn's CBOR encoder takes; a `Map` becomes a CBOR map. */
export type CborValue = Parameters<typeof isoCBOR.encode>[0];

/** The hash of WebAuthn: of the RP ID, and of the client data. */
export function sha256(data: Bytes | string): Bytes {
  return createHash("sha256").update(data).digest();
}
