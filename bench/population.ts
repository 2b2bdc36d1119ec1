import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { exportGenerated } from "@/testing/authenticator/keys";

/** A user with one passkey, whose private key the load generator has. */
export interface Person {
  /** 26 characters, like our ids. */
  id: string;
  email: string;
  /** The client address. Users have different ones, because limits count by address. */
  address: string;
  /** base64url. */
  credentialId: string;
  userHandle: string;
  /** COSE, ES256 (RFC 9053). */
  publicKey: Buffer;
  privateKey: KeyObject;
  /** Whether the passkey is eligible for backup and backed up. */
  isSynced?: boolean;
}

const coseHead = Buffer.from("a50102032620012158", "hex");

/** A CBOR map of kty EC2, alg ES256, crv P-256, x and y. */
function encodeCose(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = exportGenerated(publicKey);
  return Buffer.concat([
    coseHead,
    Buffer.from([32]),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
}

export function createPeople(count: number, createId: () => string): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return {
      id: createId(),
      email: `person-${index}@example.com`,
      address: `10.0.${index >> 8}.${index & 255}`,
      credentialId: randomBytes(32).toString("base64url"),
      userHandle: randomBytes(32).toString("base64url"),
      publicKey: encodeCose(publicKey),
      privateKey,
    };
  });
}

const rpIdHash = createHash("sha256").update("localhost").digest();
/** Flags UP and UV, for synced passkeys also BE and BS, and the counter 0 (WebAuthn L3 §6.1). */
const authenticatorDataOf = (flags: number) =>
  Buffer.concat([rpIdHash, Buffer.from([flags, 0, 0, 0, 0])]);
const deviceBound = authenticatorDataOf(0x05);
const synced = authenticatorDataOf(0x1d);

/**
 * Signs a challenge as the user's device does (WebAuthn L3 §6.3.3). The counter stays 0, as with
 * synced passkeys.
 */
export function signAssertion(person: Person, challenge: string, origin: string) {
  const clientDataJSON = Buffer.from(
    JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }),
  );
  const authenticatorData = person.isSynced === true ? synced : deviceBound;
  const signed = Buffer.concat([
    authenticatorData,
    createHash("sha256").update(clientDataJSON).digest(),
  ]);
  return {
    id: person.credentialId,
    rawId: person.credentialId,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
    response: {
      clientDataJSON: clientDataJSON.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, person.privateKey).toString("base64url"),
      userHandle: person.userHandle,
    },
  };
}
