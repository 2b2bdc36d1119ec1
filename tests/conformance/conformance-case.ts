import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { readAttestationObject } from "@/lib/domain/passkey/attestation/attestation-object";
import { parseAuthenticatorData } from "@/lib/domain/passkey/attestation/authenticator-data";
import type { Bytes } from "@/testing/authenticator/bytes";

/** What the relying party expects of a ceremony. */
export interface RelyingParty {
  rpId: string;
  origin: string;
  userVerification: "preferred" | "required";
  algorithms: number[];
  topOrigins: string[];
  allowCrossOriginWithoutTopOrigin: boolean;
}

interface Ceremony<Response> {
  /** base64url */
  challenge: string;
  response: Response;
}

/** One registration, or one sign-in after a registration that passes. */
export interface ConformanceCase {
  group: string;
  title: string;
  expected: "pass" | "refuse";
  /** Why a real device's response is refused. */
  refusal?: string;
  relyingParty: RelyingParty;
  registration: Ceremony<RegistrationResponseJSON> & { userHandle?: string | undefined };
  authentication?: Ceremony<AuthenticationResponseJSON>;
  /** The attestation must end in one of these roots. Without them, only its statement counts. */
  trust?: { roots: Bytes[] };
  /** Without a policy, a statement has no effect. */
  ignoresStatement?: boolean;
}

export const nameOf = ({ group, title }: ConformanceCase): string => `${group}: ${title}`;

/** "pass", or why the verifier refused. */
export type Outcome = string;

/** Verifies the ceremony of a case, under the settings that the case needs. */
export interface Verifier {
  name: string;
  verify(conformanceCase: ConformanceCase): Promise<Outcome>;
}

/** Returns "pass" unless the work throws, then the message. */
export async function outcomeOf(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return "pass";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const bytesOf = (text: string, encoding: "base64url" | "hex"): Bytes =>
  new Uint8Array(Buffer.from(text, encoding));

/** Returns the authenticator data of a registration. @throws Error when it is malformed */
export function authenticatorDataOf({ registration }: ConformanceCase): Bytes {
  const attestationObject = isoBase64URL.toBuffer(registration.response.response.attestationObject);
  // SimpleWebAuthn finds authenticator data in some malformed objects, and Keystead beside any CBOR.
  return (
    readAttestationObject(attestationObject)?.authenticatorData ??
    decodeAttestationObject(attestationObject).get("authData")
  );
}

/** Returns the COSE key that a registration attests. @throws Error when there is none */
export function publicKeyOf(conformanceCase: ConformanceCase): Bytes {
  const { attested } = parseAuthenticatorData(authenticatorDataOf(conformanceCase));
  if (attested === undefined) throw new Error("The registration has no public key.");
  return attested.publicKey;
}

export const toPem = (der: Bytes): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----`;
