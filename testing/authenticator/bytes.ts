import { createHash } from "node:crypto";
import type { isoCBOR } from "@simplewebauthn/server/helpers";

/** Bytes backed by an ArrayBuffer, as SimpleWebAuthn requires. A `Buffer` qualifies. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A value that SimpleWebAuthn's CBOR encoder accepts. A `Map` becomes a CBOR map. */
export type CborValue = Parameters<typeof isoCBOR.encode>[0];

/** SHA-256, which WebAuthn uses for the RP ID and the client data. */
export function sha256(data: Bytes | string): Bytes {
  return createHash("sha256").update(data).digest();
}
