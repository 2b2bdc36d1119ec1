import { AuthorizationList, IntegerSet } from "@peculiar/asn1-android";
import { OctetString } from "@peculiar/asn1-schema";
import { id_ce_basicConstraints } from "@peculiar/asn1-x509";
import type { StatementReason } from "@/lib/domain/passkey/attestation/statement";
import { type Bytes, type CborValue, sha256 } from "./bytes";
import {
  aaguidExtension,
  appleNonce,
  attestationSubject,
  type CertifiedFormat,
  type StatementChanges,
} from "./certified-attestation";
import { rsaSpki } from "./costly-rsa";
import {
  basicConstraints,
  type CertificateFacts,
  createAuthority,
  extension,
  generateEcKey,
  spkiOf,
} from "./issue-certificate";
import { identityExtensions } from "./tpm-statement";

/** One change to a correct statement, and the reason to refuse it. */
export type StatementFault = [title: string, changes: StatementChanges, reason: StatementReason];

/** The AAGUID that the faults expect in the authenticator data. */
export const certifiedAaguid = "d41f5a69-b817-4144-a13c-9ebd6d9254d6";

/** Changes the leaf's facts. */
const leaf = (changes: (facts: CertificateFacts) => Partial<CertificateFacts>) => ({
  leaf: (facts: CertificateFacts) => ({ ...facts, ...changes(facts) }),
});
const subject = (text: string) => leaf(() => ({ subject: text }));
const withoutExtension = (oid: string) =>
  leaf(({ extensions }) => ({ extensions: extensions.filter(({ extnID }) => extnID !== oid) }));
const replacedExtension = (replacement: CertificateFacts["extensions"][number]) =>
  leaf(({ extensions }) => ({
    extensions: extensions.map((one) => (one.extnID === replacement.extnID ? replacement : one)),
  }));
const member = (name: string, value: CborValue): StatementChanges => ({
  members: (members) => void members.set(name, value),
});
const without = (name: string): StatementChanges => ({
  members: (members) => void members.delete(name),
});
const bend = (index: number) => (bytes: Bytes) => bytes.with(index, bytes.at(index)! ^ 1);
const otherKey = leaf(() => ({ publicKey: spkiOf(generateEcKey().publicKey) }));
const rsaKey = (bits: number, exponent: bigint): StatementChanges =>
  leaf(() => ({ publicKey: rsaSpki({ bits, exponent }) }));
const root = createAuthority("CN=Root");
/** What costs time to read or verify, in any format. */
const costly: StatementFault[] = [
  ["a key of 16,384 bits in the certificate", rsaKey(16_384, 65_537n), "malformed"],
  ["an exponent of 64 bits in the certificate", rsaKey(3072, 2n ** 63n + 1n), "malformed"],
  [
    "a certificate of 8 KiB",
    leaf(({ extensions }) => ({
      extensions: [...extensions, extension("1.2.3.4", new ArrayBuffer(8_192))],
    })),
    "malformed",
  ],
  ["seven certificates", { intermediates: Array<Bytes>(6).fill(root.certificate) }, "malformed"],
];
const otherData: StatementChanges = { signed: bend(0) };
const noAaguid = new Uint8Array(16);
const certifiedAaguidBytes = Buffer.from(certifiedAaguid.replaceAll("-", ""), "hex");

const p384 = generateEcKey("P-384");
const list = (content: Partial<AuthorizationList>): StatementChanges => ({
  androidKey: { softwareEnforced: new AuthorizationList(content) },
});

/** Faults of each format's statement and leaf certificate (WebAuthn L3 §8.2–8.4, §8.6, §8.8). */
export const statementFaults: Record<CertifiedFormat, StatementFault[]> = {
  packed: [
    ...costly,
    ["over other data", otherData, "signature"],
    ["with another key in the certificate", otherKey, "signature"],
    ["without a signature", without("sig"), "malformed"],
    ["without an algorithm", without("alg"), "algorithm"],
    ["with an algorithm of another key type", member("alg", -257), "algorithm"],
    ["with an unknown algorithm", member("alg", -65_535), "algorithm"],
    ["without its certificate", without("x5c"), "signature"],
    ["certificate of version 1", leaf(() => ({ version: 1 })), "certificate"],
    ["certificate of a CA", replacedExtension(basicConstraints(true)), "certificate"],
    ["certificate without constraints", withoutExtension(id_ce_basicConstraints), "certificate"],
    ["another unit", subject(attestationSubject.replace("Authenticator A", "A")), "certificate"],
    ["no unit", subject("CN=Model, O=Example, C=SE"), "certificate"],
    ["no country", subject(attestationSubject.replace(", C=SE", "")), "certificate"],
    ["a country that is no code", subject(attestationSubject.replace("SE", "Se")), "certificate"],
    ["no organization", subject(attestationSubject.replace(", O=Example", "")), "certificate"],
    [
      "no name",
      subject(attestationSubject.replace("CN=Made-up authenticator, ", "")),
      "certificate",
    ],
    ["another AAGUID", replacedExtension(aaguidExtension(noAaguid)), "aaguid"],
    [
      "a critical AAGUID",
      replacedExtension(aaguidExtension(certifiedAaguidBytes, true)),
      "certificate",
    ],
  ],
  tpm: [
    ...costly,
    ["over other data", otherData, "ceremony"],
    ["with another key in the certificate", otherKey, "signature"],
    ["of another version", member("ver", "1.2"), "malformed"],
    ["without certInfo", without("certInfo"), "malformed"],
    ["without pubArea", without("pubArea"), "malformed"],
    ["without certificates", without("x5c"), "malformed"],
    ["with an algorithm without digest", member("alg", -8), "algorithm"],
    ["another public key", { publicArea: bend(-1) }, "public-key"],
    ["another curve", { publicArea: (area) => area.with(15, 4) }, "public-key"],
    ["an unknown curve", { publicArea: (area) => area.with(15, 9) }, "algorithm"],
    ["a key name of SHA-1", { publicArea: (area) => area.with(3, 4) }, "algorithm"],
    ["a key that is neither RSA nor ECC", { publicArea: (area) => area.with(1, 8) }, "algorithm"],
    [
      "trailing bytes in pubArea",
      { publicArea: (area) => Buffer.concat([area, noAaguid]) },
      "malformed",
    ],
    ["a short pubArea", { publicArea: (area) => area.slice(0, -1) }, "malformed"],
    ["a key name of another key", { certifyInfo: bend(-37) }, "public-key"],
    ["not generated by a TPM", { certifyInfo: bend(0) }, "malformed"],
    ["certifying something else", { certifyInfo: bend(5) }, "malformed"],
    ["another ceremony", { certifyInfo: bend(44) }, "ceremony"],
    [
      "trailing bytes in certInfo",
      { certifyInfo: (info) => Buffer.concat([info, noAaguid]) },
      "malformed",
    ],
    ["a short certInfo", { certifyInfo: (info) => info.slice(0, -1) }, "malformed"],
    ["certificate of version 1", leaf(() => ({ version: 1 })), "certificate"],
    ["certificate with a subject", subject("CN=TPM"), "certificate"],
    ["certificate of a CA", replacedExtension(basicConstraints(true)), "certificate"],
    [
      "certificate of another usage",
      replacedExtension(identityExtensions.usage("1.2.3")),
      "certificate",
    ],
    ["certificate without a usage", withoutExtension("2.5.29.37"), "certificate"],
    ["certificate without a TPM's name", withoutExtension("2.5.29.17"), "certificate"],
    [
      "a manufacturer that is no id",
      replacedExtension(
        identityExtensions.name("2.23.133.2.1=Acme, 2.23.133.2.2=M, 2.23.133.2.3=id:1"),
      ),
      "certificate",
    ],
    [
      "no model",
      replacedExtension(identityExtensions.name("2.23.133.2.1=id:494E5443, 2.23.133.2.3=id:1")),
      "certificate",
    ],
    [
      "another AAGUID",
      leaf(({ extensions }) => ({ extensions: [...extensions, aaguidExtension(noAaguid)] })),
      "aaguid",
    ],
  ],
  "android-key": [
    ...costly,
    ["over other data", otherData, "signature"],
    ["with another key in the certificate", otherKey, "signature"],
    ["without a signature", without("sig"), "malformed"],
    ["with an unknown algorithm", member("alg", 0), "algorithm"],
    ["without a key description", withoutExtension("1.3.6.1.4.1.11129.2.1.17"), "certificate"],
    [
      "another challenge",
      { androidKey: { attestationChallenge: new OctetString(noAaguid) } },
      "ceremony",
    ],
    ["a key for all applications", list({ allApplications: null }), "certificate"],
    ["a key of another origin", list({ origin: 2 }), "certificate"],
    ["a key of another purpose", list({ purpose: new IntegerSet([0]) }), "certificate"],
  ],
  apple: [
    ...costly,
    ["over other data", otherData, "ceremony"],
    ["with another key in the certificate", otherKey, "public-key"],
    ["without a nonce", withoutExtension("1.2.840.113635.100.8.2"), "certificate"],
    ["another nonce", replacedExtension(appleNonce(sha256("other"))), "ceremony"],
    ["without certificates", without("x5c"), "malformed"],
  ],
  "fido-u2f": [
    ...costly,
    ["over other data", otherData, "signature"],
    ["with another key in the certificate", otherKey, "signature"],
    ["without a signature", without("sig"), "malformed"],
    [
      "with two certificates",
      { intermediates: [createAuthority("CN=Root").certificate] },
      "malformed",
    ],
    [
      "a certificate on another curve",
      leaf(() => ({ publicKey: spkiOf(p384.publicKey) })),
      "certificate",
    ],
  ],
};
