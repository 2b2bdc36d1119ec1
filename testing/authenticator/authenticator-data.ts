import { isoBase64URL, isoCBOR, isoUint8Array } from "@simplewebauthn/server/helpers";
import { type Bytes, sha256 } from "./bytes";
import { type CredentialKey, relabelled } from "./keys";
import type { Lies } from "./lies";

/** Content of the authenticator data of one ceremony (WebAuthn L3 §6.1). */
export interface AuthenticatorDataFacts {
  rpId: string;
  userVerified: boolean;
  backupEligible: boolean;
  backedUp: boolean;
  counter: number;
  /** Only at registration (WebAuthn L3 §6.5.1). */
  attested?: { aaguid: string; credentialId: string; key: CredentialKey };
}

const flagBits = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 } as const;
type Flags = Record<keyof typeof flagBits, boolean>;

const nothing: Bytes = new Uint8Array();

/**
 * Encodes authenticator data: rpIdHash, flags, signCount, attested credential data, extensions
 * (WebAuthn L3 §6.1).
 */
export function encodeAuthenticatorData(facts: AuthenticatorDataFacts, lies: Lies): Bytes {
  if (lies.authenticatorData) return lies.authenticatorData;
  const attested =
    facts.attested && !lies.withoutAttestedData ? encodeAttested(facts.attested, lies) : nothing;
  const extensions = lies.extensions ? isoCBOR.encode(lies.extensions) : nothing;
  const flags = encodeFlags({
    up: true,
    uv: facts.userVerified,
    be: facts.backupEligible,
    bs: facts.backedUp,
    at: attested.length > 0,
    ed: extensions.length > 0,
    ...lies.flags,
  });
  return isoUint8Array.concat([
    sha256(lies.rpId ?? facts.rpId),
    flags,
    unsigned(lies.counter ?? facts.counter, 4),
    attested,
    extensions,
    lies.trailingAuthenticatorData ?? nothing,
  ]);
}

function encodeAttested(
  attested: NonNullable<AuthenticatorDataFacts["attested"]>,
  lies: Lies,
): Bytes {
  const { coseKey, algorithm } = attested.key;
  const credentialId = isoBase64URL.toBuffer(attested.credentialId);
  return isoUint8Array.concat([
    isoUint8Array.fromHex((lies.aaguid ?? attested.aaguid).replaceAll("-", "")),
    unsigned(credentialId.length, 2),
    credentialId,
    isoCBOR.encode(relabelled(coseKey, lies.algorithmLabel ?? algorithm)),
  ]);
}

function encodeFlags(flags: Flags): Bytes {
  const names = Object.keys(flagBits) as (keyof Flags)[];
  return Uint8Array.of(
    names.reduce((byte, name) => (flags[name] ? byte | flagBits[name] : byte), 0),
  );
}

function unsigned(value: number, byteLength: 2 | 4): Bytes {
  const bytes = Buffer.alloc(byteLength);
  bytes.writeUIntBE(value, 0, byteLength);
  return bytes;
}
