import { convertAAGUIDToString } from "@simplewebauthn/server/helpers";
import { isMap, measureCbor } from "./measure-cbor";

/** What a registration attests (WebAuthn L3 §6.5.1). */
interface AttestedCredential {
  /** UUID of the model. */
  aaguid: string;
  id: Uint8Array<ArrayBuffer>;
  /** COSE key, as encoded. */
  publicKey: Uint8Array<ArrayBuffer>;
}

/** Authenticator data (WebAuthn L3 §6.1). Extension outputs are measured, but not read. */
export interface AuthenticatorData {
  rpIdHash: Uint8Array<ArrayBuffer>;
  flags: { up: boolean; uv: boolean; be: boolean; bs: boolean };
  signCount: number;
  attested: AttestedCredential | undefined;
  /** Authenticator data of the same ceremony without extension outputs. */
  withoutExtensions: Uint8Array<ArrayBuffer>;
}

const flagBits = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 } as const;
const offsets = { flags: 32, signCount: 33, attested: 37 } as const;
const aaguidBytes = 16;

/** Returns a copy, so that readers of its buffer see only these bytes. @throws Error if too short */
function copy(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  if (end > bytes.length) throw new Error("the authenticator data is too short");
  return new Uint8Array(bytes.subarray(start, end));
}

function readAttested(bytes: Uint8Array): { attested: AttestedCredential; end: number } {
  const lengthAt = offsets.attested + aaguidBytes;
  const aaguid = convertAAGUIDToString(copy(bytes, offsets.attested, lengthAt));
  const [high = 0, low = 0] = copy(bytes, lengthAt, lengthAt + 2);
  const keyAt = lengthAt + 2 + high * 256 + low;
  const id = copy(bytes, lengthAt + 2, keyAt);
  const end = measureCbor(bytes, keyAt);
  return { attested: { aaguid, id, publicKey: copy(bytes, keyAt, end) }, end };
}

/**
 * Parses authenticator data. Extension outputs may be any well-formed CBOR map.
 * @throws Error when it is malformed or has trailing bytes
 */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  const [flags = 0, ...counter] = copy(bytes, offsets.flags, offsets.attested);
  const has = (name: keyof typeof flagBits) => (flags & flagBits[name]) !== 0;
  const { attested, end: extensionsAt } = has("at")
    ? readAttested(bytes)
    : { attested: undefined, end: offsets.attested };
  if (has("ed") && !isMap(bytes, extensionsAt)) throw new Error("the extensions are not a map");
  const end = has("ed") ? measureCbor(bytes, extensionsAt) : extensionsAt;
  if (end !== bytes.length) throw new Error("the authenticator data has trailing bytes");
  const withoutExtensions = copy(bytes, 0, extensionsAt);
  withoutExtensions[offsets.flags] = flags & ~flagBits.ed;
  return {
    rpIdHash: copy(bytes, 0, offsets.flags),
    flags: { up: has("up"), uv: has("uv"), be: has("be"), bs: has("bs") },
    signCount: Buffer.from(counter).readUInt32BE(),
    attested,
    withoutExtensions,
  };
}
