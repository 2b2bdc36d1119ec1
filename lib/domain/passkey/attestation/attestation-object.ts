import { decodeCBOR } from "@levischuck/tiny-cbor";
import { isList, isMap, measureCbor } from "./measure-cbor";

/** An attestation object (WebAuthn L3 §6.5.4). */
export interface AttestationObject {
  format: string;
  /**
   * Null if no format that we verify has such a statement: the list of `compound` (§8.9), and values
   * outside of CTAP2's canonical form.
   */
  statement: ReadonlyMap<unknown, unknown> | null;
  authenticatorData: Uint8Array<ArrayBuffer>;
}

/** WebAuthn L3 §8.1: at most 32 printable ASCII characters without `"` and `\`. */
const formatIdentifier = /^[!#-[\]-~]{1,32}$/;

const nothing = new Uint8Array();
const mapHeads = { empty: 0xa0, largest: 0xb7 } as const;

/** Returns the encoded member of each name. @throws Error when it is not a map, or is malformed */
function encodedMembers(bytes: Uint8Array): Map<unknown, Uint8Array<ArrayBuffer>> {
  const [head = 0] = bytes;
  if (head < mapHeads.empty || head > mapHeads.largest) throw new Error("this is no short map");
  const members = new Map<unknown, Uint8Array<ArrayBuffer>>();
  let at = 1;
  const takeItem = () => {
    const start = at;
    at = measureCbor(bytes, start);
    // A copy: the decoder reads the whole buffer behind its argument.
    return new Uint8Array(bytes.subarray(start, at));
  };
  for (let left = head - mapHeads.empty; left > 0; left--) {
    const name: unknown = decodeCBOR(takeItem());
    if (members.has(name)) throw new Error("a member is repeated");
    members.set(name, takeItem());
  }
  if (at !== bytes.length) throw new Error("there are trailing bytes");
  return members;
}

function readStatement(encoded: Uint8Array<ArrayBuffer>): AttestationObject["statement"] {
  try {
    const statement: unknown = decodeCBOR(encoded);
    return statement instanceof Map ? statement : null;
  } catch {
    return null;
  }
}

/**
 * Decodes an attestation object. Rejects trailing bytes and deep nesting.
 * @returns null when it is malformed
 */
export function readAttestationObject(bytes: Uint8Array<ArrayBuffer>): AttestationObject | null {
  try {
    const members = encodedMembers(bytes);
    const format: unknown = decodeCBOR(members.get("fmt") ?? nothing);
    if (typeof format !== "string" || !formatIdentifier.test(format)) return null;
    const statement = members.get("attStmt") ?? nothing;
    const hasItsType = format === "compound" ? isList : isMap;
    if (!hasItsType(statement, 0)) return null;
    const authData: unknown = decodeCBOR(members.get("authData") ?? nothing);
    if (!(authData instanceof Uint8Array)) return null;
    return {
      format,
      statement: readStatement(statement),
      authenticatorData: new Uint8Array(authData),
    };
  } catch {
    return null;
  }
}

/**
 * Returns the certificates of a statement, leaf first; none if it has no `x5c` or another type
 * stands there.
 */
export function certificatesOf({ statement }: AttestationObject): Uint8Array<ArrayBuffer>[] {
  const x5c = statement?.get("x5c");
  return Array.isArray(x5c) && x5c.every((entry) => entry instanceof Uint8Array)
    ? x5c.map((certificate) => new Uint8Array(certificate))
    : [];
}

/** Returns the certificates of a stored attestation object, leaf first. */
export function chainOf(attestationObject: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const attestation = readAttestationObject(attestationObject);
  return attestation === null ? [] : certificatesOf(attestation);
}
