import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { BasicConstraints, id_ce_basicConstraints, type Name } from "@peculiar/asn1-x509";
import { type Certificate, isVersion3, readExtension } from "./read-certificate";
import { equalBytes, requireThat, type Statement } from "./statement";

/** FIDO's extension with the model's AAGUID (WebAuthn L3 §8.2.1). */
const aaguidExtension = "1.3.6.1.4.1.45724.1.1.4";

const attributes = { CN: "2.5.4.3", C: "2.5.4.6", O: "2.5.4.10", OU: "2.5.4.11" } as const;
const attestationUnit = "Authenticator Attestation";

/** Returns the values of a name's attribute, in order. */
export const attributeValues = (name: Name, oid: string): string[] =>
  name.flatMap((relative) =>
    relative.filter(({ type }) => type === oid).map(({ value }) => value.toString()),
  );

/** Requires version 3, and that the certificate is no CA. @throws StatementError `certificate` */
export function requireEndEntity(certificate: Certificate): void {
  requireThat(isVersion3(certificate), "certificate");
  const constraints = readExtension(certificate, id_ce_basicConstraints, BasicConstraints);
  requireThat(constraints !== undefined && !constraints.cA, "certificate");
}

/**
 * Requires that the AAGUID in the certificate, if it has one, is the authenticator's, and that the
 * extension isn't critical (WebAuthn L3 §8.2.1).
 * @throws StatementError `aaguid` · `certificate`
 */
export function requireSameAaguid(certificate: Certificate, { aaguid }: Statement): void {
  const extension = certificate.extensions.get(aaguidExtension);
  if (extension === undefined) return;
  requireThat(!certificate.critical.has(aaguidExtension), "certificate");
  const value = new Uint8Array(AsnConvert.parse(extension, OctetString).buffer);
  requireThat(equalBytes(value, Buffer.from(aaguid.replaceAll("-", ""), "hex")), "aaguid");
}

/**
 * Requires the subject that WebAuthn L3 §8.2.1 prescribes: country, organization, the unit
 * "Authenticator Attestation", and a name.
 * @throws StatementError `certificate`
 */
export function requireAttestationSubject({ fields: { subject } }: Certificate): void {
  const single = (oid: string): string => {
    const [value, ...others] = attributeValues(subject, oid);
    requireThat(value !== undefined && value !== "" && others.length === 0, "certificate");
    return value;
  };
  requireThat(/^[A-Z]{2}$/.test(single(attributes.C)), "certificate");
  requireThat(single(attributes.OU) === attestationUnit, "certificate");
  single(attributes.O);
  single(attributes.CN);
}
