import "reflect-metadata";
import type { KeyObject } from "node:crypto";
import { sign } from "node:crypto";
import {
  AuthorizationList,
  id_ce_keyDescription,
  IntegerSet,
  KeyDescription,
  SecurityLevel,
} from "@peculiar/asn1-android";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { Extension } from "@peculiar/asn1-x509";
import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  GeneralName,
} from "@peculiar/x509";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  isoBase64URL,
  isoCBOR,
  isoUint8Array,
  parseAuthenticatorData,
} from "@simplewebauthn/server/helpers";
import { type Bytes, type CborValue, sha256 } from "./bytes";
import {
  type Authority,
  basicConstraints,
  type CertificateFacts,
  createAuthority,
  extension,
  generateEcKey,
  issueCertificate,
  spkiOf,
} from "./issue-certificate";
import type { CredentialKey } from "./keys";
import { encodeCertifyInfo, encodePublicArea, identityExtensions } from "./tpm-statement";

/** The attestation statement formats that carry certificates (WebAuthn L3 §8.2–8.4, §8.6, §8.8). */
export const certifiedFormats = ["packed", "tpm", "android-key", "apple", "fido-u2f"] as const;
export type CertifiedFormat = (typeof certifiedFormats)[number];

const extensionIds = {
  aaguid: "1.3.6.1.4.1.45724.1.1.4",
  appleNonce: "1.2.840.113635.100.8.2",
} as const;

/** What a statement is made of. A change replaces a part before the statement is signed. */
export interface StatementChanges {
  /** Default: a new root. */
  issuer?: Authority;
  /** Certificates between leaf and root, leaf's issuer first. Default: none. */
  intermediates?: Bytes[];
  leaf?: (facts: CertificateFacts) => CertificateFacts;
  /** The statement's members, after signing. */
  members?: (members: Map<string, CborValue>) => void;
  androidKey?: Partial<KeyDescription>;
  publicArea?: (bytes: Bytes) => Bytes;
  certifyInfo?: (bytes: Bytes) => Bytes;
  /** What is signed, and what nonces are computed of. */
  signed?: (bytes: Bytes) => Bytes;
  /** Format in the object, for mixed-up statements. */
  format?: string;
}

/**
 * Returns extensions with every URL that a verifier might fetch: CRL (RFC 5280 §4.2.1.13), OCSP and
 * CA issuers (§4.2.2.1).
 */
export const linksTo = (url: string): Extension[] =>
  [
    new CRLDistributionPointsExtension([`${url}/crl`, `${url}/other.crl`]),
    new AuthorityInfoAccessExtension({
      ocsp: new GeneralName("url", `${url}/ocsp`),
      caIssuers: new GeneralName("url", `${url}/ca.cer`),
    }),
  ].map(({ rawData }) => AsnConvert.parse(rawData, Extension));

/** FIDO's extension with the AAGUID of the model. */
export const aaguidExtension = (aaguid: Uint8Array, critical = false): Extension =>
  extension(extensionIds.aaguid, new OctetString(aaguid), critical);

const generatedToSign = () => new AuthorizationList({ purpose: new IntegerSet([2]), origin: 0 });

/** The key description that binds an Android certificate to one ceremony (WebAuthn L3 §8.4.1). */
const keyDescription = (clientDataHash: Bytes, changes: Partial<KeyDescription> = {}): Extension =>
  extension(
    id_ce_keyDescription,
    new KeyDescription({
      attestationVersion: 3,
      attestationSecurityLevel: SecurityLevel.trustedEnvironment,
      keymasterVersion: 4,
      keymasterSecurityLevel: SecurityLevel.trustedEnvironment,
      attestationChallenge: new OctetString(clientDataHash),
      uniqueId: new OctetString(),
      softwareEnforced: new AuthorizationList(),
      teeEnforced: generatedToSign(),
      ...changes,
    }),
  );

/** Apple's nonce: SEQUENCE { [1] EXPLICIT OCTET STRING }, with DER lengths of 32 bytes. */
export const appleNonce = (nonce: Bytes): Extension =>
  extension(
    extensionIds.appleNonce,
    isoUint8Array.concat([isoUint8Array.fromHex("3024a1220420"), nonce]).buffer,
  );

interface Ceremony {
  authData: Bytes;
  clientDataHash: Bytes;
  key: CredentialKey;
}

export const attestationSubject =
  "CN=Made-up authenticator, OU=Authenticator Attestation, O=Example, C=SE";

/** The certified key, the rest of the leaf, and the members besides `x5c`. */
interface FormatParts {
  publicKey: Bytes;
  subject: string;
  extensions: Extension[];
  members: [string, CborValue][];
}

const signWith = (key: KeyObject, data: Bytes): Bytes => new Uint8Array(sign("sha256", data, key));

function tpmMembers(key: KeyObject, ceremony: Ceremony, signed: Bytes, changes: StatementChanges) {
  const publicArea = encodePublicArea(ceremony.key);
  const bentArea = changes.publicArea?.(publicArea) ?? publicArea;
  const certInfo = encodeCertifyInfo(bentArea, sha256(signed));
  const bentInfo = changes.certifyInfo?.(certInfo) ?? certInfo;
  return [
    ["ver", "2.0"],
    ["alg", -7],
    ["sig", signWith(key, bentInfo)],
    ["certInfo", bentInfo],
    ["pubArea", bentArea],
  ] satisfies [string, CborValue][];
}

function partsOf(
  format: CertifiedFormat,
  ceremony: Ceremony,
  changes: StatementChanges,
): FormatParts {
  const { authData, clientDataHash, key } = ceremony;
  const { rpIdHash, credentialID, aaguid } = parseAuthenticatorData(authData);
  const attestationKey = generateEcKey();
  const change = (bytes: Bytes) => changes.signed?.(bytes) ?? bytes;
  const signed = change(isoUint8Array.concat([authData, clientDataHash]));
  const attested = { publicKey: spkiOf(attestationKey.publicKey), subject: attestationSubject };
  const own = { publicKey: key.spki, subject: attestationSubject };
  switch (format) {
    case "packed":
      return {
        ...attested,
        extensions: [aaguidExtension(aaguid ?? Buffer.of())],
        members: [
          ["alg", -7],
          ["sig", signWith(attestationKey.privateKey, signed)],
        ],
      };
    case "tpm":
      return {
        ...attested,
        subject: "",
        extensions: [identityExtensions.usage(), identityExtensions.name()],
        members: tpmMembers(attestationKey.privateKey, ceremony, signed, changes),
      };
    case "android-key":
      return {
        ...own,
        extensions: [keyDescription(clientDataHash, changes.androidKey)],
        members: [
          ["alg", key.algorithm],
          ["sig", key.sign(signed)],
        ],
      };
    case "apple":
      return { ...own, extensions: [appleNonce(sha256(signed))], members: [] };
    case "fido-u2f": {
      const point = key.spki.slice(-65);
      const u2f = [new Uint8Array(1), rpIdHash, clientDataHash, credentialID ?? Buffer.of(), point];
      const data = change(isoUint8Array.concat(u2f));
      return {
        ...attested,
        extensions: [],
        members: [["sig", signWith(attestationKey.privateKey, data)]],
      };
    }
  }
}

/** Encodes a certified attestation object of a ceremony: right, except for the changes. */
export function certify(
  format: CertifiedFormat,
  ceremony: Ceremony,
  changes: StatementChanges = {},
): Bytes {
  const issuer = changes.issuer ?? createAuthority("CN=Made-up root, O=Example, C=SE");
  const { members, ...parts } = partsOf(format, ceremony, changes);
  const facts: CertificateFacts = {
    ...parts,
    issuer,
    extensions: [basicConstraints(false), ...parts.extensions],
  };
  const leaf = issueCertificate(changes.leaf?.(facts) ?? facts);
  const statement = new Map<string, CborValue>([
    ...members,
    ["x5c", [leaf, ...(changes.intermediates ?? [])]],
  ]);
  changes.members?.(statement);
  return isoCBOR.encode(
    new Map<string, CborValue>([
      ["fmt", changes.format ?? format],
      ["attStmt", statement],
      ["authData", ceremony.authData],
    ]),
  );
}

/** Returns what a response's statement attests. */
export function ceremonyOf(response: RegistrationResponseJSON, key: CredentialKey): Ceremony {
  const { clientDataJSON, authenticatorData } = response.response;
  return {
    authData: isoBase64URL.toBuffer(authenticatorData ?? ""),
    clientDataHash: sha256(isoBase64URL.toBuffer(clientDataJSON)),
    key,
  };
}

/** Replaces a response's attestation with a certified one. */
export const attest = (
  response: RegistrationResponseJSON,
  key: CredentialKey,
  format: CertifiedFormat,
  changes?: StatementChanges,
): RegistrationResponseJSON => ({
  ...response,
  response: {
    ...response.response,
    attestationObject: isoBase64URL.fromBuffer(certify(format, ceremonyOf(response, key), changes)),
  },
});
