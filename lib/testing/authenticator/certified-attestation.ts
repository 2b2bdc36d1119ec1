import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  AuthorizationList,
  id_ce_keyDescription,
  KeyDescription,
  SecurityLevel,
} from "@peculiar/asn1-android";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  GeneralName,
  X509CertificateGenerator,
  type X509Certificate,
} from "@peculiar/x509";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  isoBase64URL,
  isoCBOR,
  isoUint8Array,
  parseAuthenticatorData,
} from "@simplewebauthn/server/helpers";
import { CompactSign } from "jose";
import { type Bytes, type CborValue, sha256 } from "./bytes";
import type { CredentialKey } from "./keys";

/** The attestation statement formats that carry certificates (WebAuthn L3 §8.2–8.6, §8.8). */
export const certifiedFormats = [
  "packed",
  "tpm",
  "android-key",
  "android-safetynet",
  "fido-u2f",
  "apple",
] as const;
export type CertifiedFormat = (typeof certifiedFormats)[number];

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/**
 * Returns extensions with every URL that a verifier might fetch: CRL (RFC 5280 §4.2.1.13), OCSP and
 * CA issuers (§4.2.2.1).
 */
function linksTo(url: string): Extension[] {
  return [
    new CRLDistributionPointsExtension([`${url}/crl`, `${url}/other.crl`]),
    new AuthorityInfoAccessExtension({
      ocsp: new GeneralName("url", `${url}/ocsp`),
      caIssuers: new GeneralName("url", `${url}/ca.cer`),
    }),
  ];
}

/**
 * Returns the Android key description, which binds a certificate to one ceremony (WebAuthn L3
 * §8.4.1).
 */
function keyDescription(clientDataHash: Bytes): Extension {
  const description = new KeyDescription({
    attestationVersion: 3,
    attestationSecurityLevel: SecurityLevel.software,
    keymasterVersion: 4,
    keymasterSecurityLevel: SecurityLevel.software,
    attestationChallenge: new OctetString(clientDataHash),
    uniqueId: new OctetString(),
    softwareEnforced: new AuthorizationList(),
    teeEnforced: new AuthorizationList(),
  });
  return new Extension(id_ce_keyDescription, false, AsnConvert.serialize(description));
}

/** Creates a certificate for the credential's key and the test root that issued it. */
async function createChain(
  key: CredentialKey,
  clientDataHash: Bytes,
  url: string,
): Promise<[leaf: X509Certificate, root: X509Certificate]> {
  const rootKeys = await webcrypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
  const rootName = "CN=Made-up root, O=Example, C=SE";
  const root = await X509CertificateGenerator.createSelfSigned({
    name: rootName,
    keys: rootKeys,
    signingAlgorithm: ecdsa,
    extensions: [new BasicConstraintsExtension(true, undefined, true), ...linksTo(url)],
  });
  const leaf = await X509CertificateGenerator.create({
    subject: "CN=Made-up authenticator, OU=Authenticator Attestation, O=Example, C=SE",
    issuer: rootName,
    publicKey: key.spki,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [
      new BasicConstraintsExtension(false),
      keyDescription(clientDataHash),
      ...linksTo(url),
    ],
  });
  return [leaf, root];
}

/** Creates a SafetyNet response: a JWS whose header contains the chain. */
async function safetyNetResponse(x5c: Bytes[], nonce: Bytes): Promise<Bytes> {
  const { privateKey } = await webcrypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
  const payload = isoUint8Array.fromUTF8String(
    JSON.stringify({ nonce: Buffer.from(nonce).toString("base64"), ctsProfileMatch: true }),
  );
  const header = {
    alg: "ES256",
    x5c: x5c.map((certificate) => Buffer.from(certificate).toString("base64")),
  };
  return isoUint8Array.fromUTF8String(
    await new CompactSign(payload).setProtectedHeader(header).sign(privateKey),
  );
}

/**
 * Replaces a response's attestation with one of a certified format whose chain ends in a made-up
 * root, and whose certificates name `url` wherever a certificate can name a URL. The signature is
 * correct except for `tpm`, whose structures are too short.
 */
export async function attestWithChain(
  response: RegistrationResponseJSON,
  key: CredentialKey,
  format: CertifiedFormat,
  url: string,
): Promise<RegistrationResponseJSON> {
  const { clientDataJSON, authenticatorData } = response.response;
  const authData = isoBase64URL.toBuffer(authenticatorData ?? "");
  const clientDataHash = sha256(isoBase64URL.toBuffer(clientDataJSON));
  const signed = isoUint8Array.concat([authData, clientDataHash]);
  const x5c = (await createChain(key, clientDataHash, url)).map(
    ({ rawData }) => new Uint8Array(rawData),
  );

  const { rpIdHash, credentialID = new Uint8Array() } = parseAuthenticatorData(authData);
  const point = key.spki.slice(-65);
  const signedByU2f = isoUint8Array.concat([
    new Uint8Array(1),
    rpIdHash,
    clientDataHash,
    credentialID,
    point,
  ]);
  const certified: [string, CborValue][] = [
    ["alg", key.algorithm],
    ["sig", key.sign(format === "fido-u2f" ? signedByU2f : signed)],
    ["x5c", x5c],
  ];
  const statements: Record<CertifiedFormat, [string, CborValue][]> = {
    packed: certified,
    "android-key": certified,
    apple: certified,
    "fido-u2f": certified,
    tpm: [
      ["ver", "2.0"],
      ["certInfo", new Uint8Array(4)],
      ["pubArea", new Uint8Array(4)],
      ...certified,
    ],
    "android-safetynet": [
      ["ver", "1"],
      ["response", await safetyNetResponse(x5c, sha256(signed))],
    ],
  };
  const attestation = new Map<string, CborValue>([
    ["fmt", format],
    ["attStmt", new Map(statements[format])],
    ["authData", authData],
  ]);
  return {
    ...response,
    response: {
      ...response.response,
      attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(attestation)),
    },
  };
}
