import { KeyUsageFlags } from "@peculiar/asn1-x509";
import {
  attest,
  type CertifiedFormat,
  certifiedFormats,
  type StatementChanges,
} from "@/testing/authenticator/certified-attestation";
import {
  basicConstraints,
  type CertificateFacts,
  createAuthority,
  extension,
  keyUsage,
} from "@/testing/authenticator/issue-certificate";
import { certifiedAaguid, statementFaults } from "@/testing/authenticator/statement-faults";
import type { ConformanceCase } from "./conformance-case";
import { sampleRegistration, sampleRelyingParty, withResponse } from "./sample-ceremony";

const past = { from: Date.UTC(2020, 0), until: Date.UTC(2021, 0) };
const future = { from: Date.UTC(2090, 0), until: Date.UTC(2091, 0) };

const root = createAuthority("CN=Root, O=Example, C=SE");
const intermediate = (changes: Parameters<typeof createAuthority>[1] = {}) =>
  createAuthority("CN=Intermediate, O=Example, C=SE", { issuer: root, ...changes });
const unknown = extension("1.2.3.4", new ArrayBuffer(2), true);

const leaf = (changes: Partial<CertificateFacts>): StatementChanges => ({
  leaf: (facts) => ({ ...facts, ...changes }),
});
const added = (...extensions: CertificateFacts["extensions"]): StatementChanges => ({
  leaf: (facts) => ({ ...facts, extensions: [...facts.extensions, ...extensions] }),
});
const below = (issuer = intermediate()): StatementChanges => ({
  issuer,
  intermediates: [issuer.certificate],
});

type ChainCase = [title: string, expected: ConformanceCase["expected"], changes: StatementChanges];

const chains: ChainCase[] = [
  ["a chain to the root", "pass", {}],
  ["another root", "refuse", { issuer: createAuthority("CN=Other") }],
  ["another root of the same name", "refuse", { issuer: createAuthority(root.subject) }],
  ["an expired leaf", "refuse", leaf({ validity: past })],
  ["a leaf that is not valid yet", "refuse", leaf({ validity: future })],
  ["a leaf with an unknown critical extension", "refuse", added(unknown)],
  ["a leaf with SHA-1", "refuse", leaf({ digest: "sha1" })],
];

/** Statements of U2F have a single certificate. */
const longChains: ChainCase[] = [
  ["an intermediate", "pass", below()],
  ["a chain that includes the root", "pass", { intermediates: [root.certificate] }],
  ["no intermediate", "refuse", { issuer: intermediate() }],
  ["an expired intermediate", "refuse", below(intermediate({ validity: past }))],
  [
    "an intermediate that is no CA",
    "refuse",
    below(intermediate({ extensions: [basicConstraints(false)] })),
  ],
  [
    "an intermediate that may not sign certificates",
    "refuse",
    below(
      intermediate({
        extensions: [basicConstraints(true), keyUsage(KeyUsageFlags.digitalSignature)],
      }),
    ),
  ],
  [
    "a chain longer than an intermediate allows",
    "refuse",
    (() => {
      const upper = intermediate({ extensions: [basicConstraints(true, 0)] });
      const lower = createAuthority("CN=Lower, O=Example, C=SE", { issuer: upper });
      return { issuer: lower, intermediates: [lower.certificate, upper.certificate] };
    })(),
  ],
];

const caseOf = (
  format: CertifiedFormat,
  [title, expected, changes]: ChainCase,
): ConformanceCase => {
  const sample = sampleRegistration(
    {},
    { aaguid: format === "fido-u2f" ? noAaguid : certifiedAaguid },
  );
  return {
    group: `Registration, ${format}`,
    title,
    expected,
    relyingParty: sampleRelyingParty,
    registration: withResponse(sample, (response) =>
      attest(response, sample.credential.key, format, { issuer: root, ...changes }),
    ),
    trust: { roots: [root.certificate] },
  };
};
const noAaguid = "00000000-0000-0000-0000-000000000000";

/** Registrations with a certificate: chains and statements, right and with one fault. */
export const certifiedCases = (): ConformanceCase[] =>
  certifiedFormats.flatMap((format) => [
    ...chains.map((chain) => caseOf(format, chain)),
    ...(format === "fido-u2f" ? [] : longChains.map((chain) => caseOf(format, chain))),
    ...statementFaults[format].map(([title, changes]) =>
      caseOf(format, [title, "refuse", changes]),
    ),
  ]);
