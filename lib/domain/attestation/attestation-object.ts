import { decodeCBOR } from "@levischuck/tiny-cbor";

/** An attestation object (WebAuthn L3 §6.5.4). */
export interface AttestationObject {
  format: string;
  statement: ReadonlyMap<unknown, unknown>;
  authenticatorData: Uint8Array<ArrayBuffer>;
}

/** WebAuthn L3 §8.1: at most 32 printable ASCII characters without `"` and `\`. */
const formatIdentifier = /^[!#-[\]-~]{1,32}$/;

/**
 * Decodes an attestation object. Rejects trailing bytes and deep nesting.
 * @returns null when it is malformed
 */
export function readAttestationObject(bytes: Uint8Array<ArrayBuffer>): AttestationObject | null {
  try {
    const decoded = decodeCBOR(bytes);
    if (!(decoded instanceof Map)) return null;
    const [format, statement, authData] = ["fmt", "attStmt", "authData"].map((member): unknown =>
      decoded.get(member),
    );
    return typeof format === "string" &&
      formatIdentifier.test(format) &&
      statement instanceof Map &&
      authData instanceof Uint8Array
      ? { format, statement, authenticatorData: new Uint8Array(authData) }
      : null;
  } catch {
    return null;
  }
}

/**
 * Returns the certificates of a statement, leaf first; none if it has no `x5c` or another type
 * stands there.
 */
export function certificatesOf({ statement }: AttestationObject): Uint8Array<ArrayBuffer>[] {
  const x5c = statement.get("x5c");
  return Array.isArray(x5c) && x5c.every((entry) => entry instanceof Uint8Array)
    ? x5c.map((certificate) => new Uint8Array(certificate))
    : [];
}

/** Returns the certificates of a stored attestation object, leaf first. */
export function chainOf(attestationObject: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const attestation = readAttestationObject(attestationObject);
  return attestation === null ? [] : certificatesOf(attestation);
}
