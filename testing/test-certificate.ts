import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from "@peculiar/asn1-x509";
import type { Bytes } from "./authenticator/bytes";
import {
  type Authority,
  basicConstraints,
  type CertificateFacts,
  extension,
  generateEcKey,
  issueCertificate,
  spkiOf,
} from "./authenticator/issue-certificate";

/** Certificate and private key of a server, as PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

const generalName = (host: string) =>
  isIP(host) === 0 ? new GeneralName({ dNSName: host }) : new GeneralName({ iPAddress: host });

/** Encodes a certificate as PEM. */
export const toPem = (certificate: Bytes): string => new X509Certificate(certificate).toString();

/** Issues a certificate of a server for names and IP addresses. Changes replace what is right. */
export function createServerCertificate(
  issuer: Authority,
  hosts: readonly string[],
  changes: Partial<CertificateFacts> = {},
): TestCertificate {
  const { publicKey, privateKey } = generateEcKey();
  const certificate = issueCertificate({
    subject: "CN=Receiver",
    publicKey: spkiOf(publicKey),
    issuer,
    extensions: [
      basicConstraints(false),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(hosts.map(generalName))),
    ],
    ...changes,
  });
  return {
    cert: toPem(certificate),
    key: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}
