import "reflect-metadata";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
  Name,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import { Name as NameText } from "@peculiar/x509";
import type { Bytes } from "./bytes";

type Digest = "sha256" | "sha384" | "sha1" | "md5";

const validity = { from: Date.UTC(2020, 0), until: Date.UTC(2100, 0) };

/** OIDs of ECDSA and of RSA (PKCS #1) signatures. */
const signatureAlgorithms: Record<"ec" | "rsa", Record<Digest, string>> = {
  ec: {
    sha256: "1.2.840.10045.4.3.2",
    sha384: "1.2.840.10045.4.3.3",
    sha1: "1.2.840.10045.4.1",
    md5: "",
  },
  rsa: {
    sha256: "1.2.840.113549.1.1.11",
    sha384: "1.2.840.113549.1.1.12",
    sha1: "1.2.840.113549.1.1.5",
    md5: "1.2.840.113549.1.1.4",
  },
};

/** Content of a certificate, correct or not. */
export interface CertificateFacts {
  /** As text, such as "CN=Root, O=Example". May be empty. */
  subject: string;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Bytes;
  issuer: { subject: string; privateKey: KeyObject };
  extensions: Extension[];
  /** Default: 2020 to 2100. */
  validity?: { from: number; until: number };
  /** Default 3. */
  version?: 1 | 3;
  /** Default "sha256". */
  digest?: Digest;
}

/** An issuer of certificates, and its own. */
export interface Authority {
  subject: string;
  privateKey: KeyObject;
  certificate: Bytes;
}

const named = (text: string) =>
  text === "" ? new Name() : AsnConvert.parse(new NameText(text).toArrayBuffer(), Name);

/** Encodes an extension. */
export const extension = (oid: string, value: unknown, critical = false): Extension =>
  new Extension({
    extnID: oid,
    critical,
    extnValue: new OctetString(value instanceof ArrayBuffer ? value : AsnConvert.serialize(value)),
  });

/** Encodes basic constraints, critical as RFC 5280 §4.2.1.9 requires of a CA. */
export const basicConstraints = (cA: boolean, pathLenConstraint?: number): Extension =>
  extension(
    id_ce_basicConstraints,
    new BasicConstraints({ cA, ...(pathLenConstraint === undefined ? {} : { pathLenConstraint }) }),
    true,
  );

export const keyUsage = (flags: KeyUsageFlags): Extension =>
  extension(id_ce_keyUsage, new KeyUsage(flags), true);

/** Issues a certificate (RFC 5280 §4.1). Signs whatever the facts say. */
export function issueCertificate(facts: CertificateFacts): Bytes {
  const { issuer, digest = "sha256" } = facts;
  const { from, until } = facts.validity ?? validity;
  const type = issuer.privateKey.asymmetricKeyType === "rsa" ? "rsa" : "ec";
  const signatureAlgorithm = new AlgorithmIdentifier({
    algorithm: signatureAlgorithms[type][digest],
    ...(type === "rsa" ? { parameters: null } : {}),
  });
  const tbsCertificate = new TBSCertificate({
    version: facts.version === 1 ? Version.v1 : Version.v3,
    serialNumber: new Uint8Array([1]).buffer,
    signature: signatureAlgorithm,
    issuer: named(issuer.subject),
    subject: named(facts.subject),
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subjectPublicKeyInfo: AsnConvert.parse(facts.publicKey, SubjectPublicKeyInfo),
    ...(facts.version === 1 ? {} : { extensions: new Extensions(facts.extensions) }),
  });
  const signed = new Uint8Array(AsnConvert.serialize(tbsCertificate));
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm,
    signatureValue: new Uint8Array(sign(digest, signed, issuer.privateKey)).buffer,
  });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

export const generateEcKey = (namedCurve = "P-256") => generateKeyPairSync("ec", { namedCurve });
export const spkiOf = (publicKey: KeyObject): Bytes =>
  new Uint8Array(publicKey.export({ format: "der", type: "spki" }));

type AuthorityFacts = Partial<CertificateFacts> & {
  keys?: { publicKey: KeyObject; privateKey: KeyObject };
};

/** Creates a CA: a root, or an intermediate if an issuer is given. Changes replace what is right. */
export function createAuthority(subject: string, changes: AuthorityFacts = {}): Authority {
  const { publicKey, privateKey } = changes.keys ?? generateEcKey();
  const certificate = issueCertificate({
    subject,
    publicKey: spkiOf(publicKey),
    issuer: { subject, privateKey },
    extensions: [basicConstraints(true), keyUsage(KeyUsageFlags.keyCertSign)],
    ...changes,
  });
  return { subject, privateKey, certificate };
}
