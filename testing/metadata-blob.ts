import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { type CompactJWSHeaderParameters, CompactSign } from "jose";

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const yearMs = 365 * 24 * 60 * 60 * 1_000;
const createKeys = () => webcrypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
const serial = () => `01${randomBytes(8).toString("hex")}`;

interface MetadataModel {
  aaguid: string;
  description?: string;
  /** DER. */
  roots?: Uint8Array[];
  statuses?: [status: string, effectiveDate?: string][];
}

export interface MetadataSigner {
  /** PEM of the root to pass to `importMetadata`. */
  root: string;
  /** Signs an entry per model. @param blob `payload` replaces parts of the payload */
  sign(blob: {
    no: number;
    models?: MetadataModel[];
    nextUpdate?: string;
    payload?: Record<string, unknown>;
    header?: Partial<CompactJWSHeaderParameters>;
  }): Promise<string>;
  leaf: X509Certificate;
  rootCertificate: X509Certificate;
}

/** Creates a root, an intermediate and a certificate like those that sign FIDO Metadata. */
export async function createMetadataSigner(
  nowMs: number,
  {
    name = "mds.fidoalliance.org",
    expiresAtMs = nowMs + yearMs,
  }: { name?: string; expiresAtMs?: number } = {},
): Promise<MetadataSigner> {
  const rootKeys = await createKeys();
  const issuerKeys = await createKeys();
  const leafKeys = await createKeys();
  const validity = { notBefore: new Date(nowMs - yearMs), notAfter: new Date(nowMs + yearMs) };
  const ca = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
  ];
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serial(),
    name: "CN=Metadata root, O=Example",
    keys: rootKeys,
    signingAlgorithm: ecdsa,
    extensions: ca,
  });
  const issuer = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: serial(),
    subject: "CN=Metadata issuer, O=Example",
    issuer: root.subject,
    publicKey: issuerKeys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ecdsa,
    extensions: ca,
  });
  const leaf = await X509CertificateGenerator.create({
    notBefore: validity.notBefore,
    notAfter: new Date(expiresAtMs),
    serialNumber: serial(),
    // The name alone must not suffice: hosts are read from the extension.
    subject: "CN=mds.fidoalliance.org, O=Example",
    issuer: issuer.subject,
    publicKey: leafKeys.publicKey,
    signingKey: issuerKeys.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: name }])],
  });
  const base64 = ({ rawData }: X509Certificate) => Buffer.from(rawData).toString("base64");
  return {
    root: root.toString("pem"),
    rootCertificate: root,
    leaf,
    sign: ({ no, models = [], nextUpdate = "2100-01-01", payload, header }) =>
      new CompactSign(
        Buffer.from(
          JSON.stringify({
            legalHeader: "Not the real one",
            no,
            nextUpdate,
            entries: models.map(({ aaguid, description = "", roots = [], statuses = [] }) => ({
              aaguid,
              metadataStatement: {
                description,
                icon: "data:image/png;base64,AA==",
                attestationRootCertificates: roots.map((der) =>
                  Buffer.from(der).toString("base64"),
                ),
              },
              statusReports: statuses.map(([status, effectiveDate]) => ({ status, effectiveDate })),
              timeOfLastStatusChange: "2026-01-01",
            })),
            ...payload,
          }),
        ),
      )
        .setProtectedHeader({
          alg: "ES256",
          typ: "JWT",
          x5c: [base64(leaf), base64(issuer)],
          ...header,
        })
        .sign(leafKeys.privateKey),
  };
}
