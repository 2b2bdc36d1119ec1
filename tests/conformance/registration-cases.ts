import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { CborValue } from "@/testing/authenticator/bytes";
import type { Algorithm } from "@/testing/authenticator/keys";
import { authenticatorDataDetails, clientDataDetails, type Detail, details } from "./ceremony-lies";
import type { ConformanceCase } from "./conformance-case";
import { sampleRegistration, sampleRelyingParty, withResponse } from "./sample-ceremony";

const { pass, refuse } = details;
const algorithms: Algorithm[] = [-7, -8, -257, -35, -36, -53];
const emptyMap = new Map<string, CborValue>();

const caseOf = (group: string, { title, expected, ...detail }: Detail): ConformanceCase => ({
  group,
  title,
  expected,
  relyingParty: { ...sampleRelyingParty, ...detail.relyingParty },
  registration: sampleRegistration(detail.lies, detail.device).registration,
});

const credentialDetails: Detail[] = [
  refuse("a flag without a credential", { withoutAttestedData: true, flags: { at: true } }),
  refuse("no credential", { withoutAttestedData: true }),
  refuse("a credential without its flag", { flags: { at: false } }),
  pass("an id of 1,023 bytes", { device: { credentialIdBytes: 1023 } }),
  refuse("an id of 1,024 bytes", {}, { device: { credentialIdBytes: 1024 } }),
  refuse("an id of no bytes", { credentialId: "" }),
  refuse("an id that the credential does not have", { id: "AAAA" }),
  refuse("a raw id that the credential does not have", { rawId: "AAAA" }),
  refuse("an algorithm that is not offered", {}, { relyingParty: { algorithms: [-8] } }),
  refuse("an algorithm that does not fit the key", { algorithmLabel: -257 }),
  refuse("an algorithm of another curve", { algorithmLabel: -35 }),
];

const selfDetails: Detail[] = [
  ...algorithms.map((algorithm) => pass(`algorithm ${algorithm}`, { device: { algorithm } })),
  refuse("signed by another key", { signature: "other-key" }),
  refuse("signed over other data", { signature: "other-data" }),
  refuse("an empty signature", { signature: "empty" }),
  refuse("a malformed signature", { signature: "malformed" }),
  refuse("no signature", { attestationStatement: new Map<string, CborValue>([["alg", -7]]) }),
  refuse("an empty statement", { attestationStatement: emptyMap }),
];
const selfDevice = { attestation: "packed-self" } as const;

type Members = [member: string, value: CborValue][];

/** Attestation objects whose members are missing or have another type. */
const objectCases = (): ConformanceCase[] => {
  const { registration } = sampleRegistration();
  const authData = Buffer.from(registration.response.response.authenticatorData ?? "", "base64url");
  const right: Members = [
    ["fmt", "none"],
    ["attStmt", emptyMap],
    ["authData", authData],
  ];
  const replaced = (member: string, value: CborValue) =>
    right.map(([name, old]): Members[number] => [name, name === member ? value : old]);
  const without = (member: string) => right.filter(([name]) => name !== member);
  const encode = (members: Members) => isoCBOR.encode(new Map(members));
  const objects: [string, Uint8Array][] = [
    ["no CBOR", Buffer.from("attestation")],
    ["an empty map", encode([])],
    ["an array", isoCBOR.encode([1, 2, 3])],
    ["trailing bytes", Buffer.concat([encode(right), Buffer.of(0)])],
    ["a missing half", encode(right).slice(0, 80)],
    ...right.map(([name]): [string, Uint8Array] => [`no ${name}`, encode(without(name))]),
    ["a format that is a number", encode(replaced("fmt", 1))],
    ["an empty format", encode(replaced("fmt", ""))],
    ["an unknown format", encode(replaced("fmt", "unknown"))],
    ["a statement that is an array", encode(replaced("attStmt", []))],
    [
      "a statement of none that is not empty",
      encode(replaced("attStmt", new Map([["sig", authData]]))),
    ],
    ["authenticator data that is a text", encode(replaced("authData", "text"))],
    ["empty authenticator data", encode(replaced("authData", new Uint8Array()))],
  ];
  return objects.map(([title, object]) => ({
    group: "Registration, attestation object",
    title,
    expected: "refuse" as const,
    relyingParty: sampleRelyingParty,
    registration: {
      ...registration,
      response: {
        ...registration.response,
        response: {
          ...registration.response.response,
          attestationObject: Buffer.from(object).toString("base64url"),
        },
      },
    },
  }));
};

/** Statements that no policy judges, of formats that we don't verify. */
const unjudgedCases = (): ConformanceCase[] => {
  const self = new Map<string, CborValue>([
    ["fmt", "packed"],
    ["attStmt", new Map<string, CborValue>([["alg", -7]])],
  ]);
  const encodedStatements: [string, Uint8Array][] = [
    ["compound", isoCBOR.encode([self, self])],
    ["unknown", Buffer.from("a1617862c3bc", "hex")],
    ["with-a-float", Buffer.from("a16178f93c00", "hex")],
    ["with-64-bits", Buffer.from("a161781bffffffffffffffff", "hex")],
  ];
  return encodedStatements.map(([format, statement]) => {
    const sample = sampleRegistration();
    const { authenticatorData = "" } = sample.registration.response.response;
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      ...["fmt", format, "attStmt"].map((text) => isoCBOR.encode(text)),
      statement,
      isoCBOR.encode("authData"),
      isoCBOR.encode(new Uint8Array(Buffer.from(authenticatorData, "base64url"))),
    ]).toString("base64url");
    return {
      group: "Registration, statement without a policy",
      title: format,
      expected: "pass" as const,
      relyingParty: sampleRelyingParty,
      ignoresStatement: true,
      registration: withResponse(sample, (response) => ({
        ...response,
        response: { ...response.response, attestationObject },
      })),
    };
  });
};

type Change = Parameters<typeof withResponse>[1];

/** Responses that write null for an optional member that is absent. */
const nullCases = (): ConformanceCase[] => {
  const absent = null as never;
  const withResults = (results: object): Change => {
    return (response) => ({ ...response, clientExtensionResults: results });
  };
  const changes: [string, Change][] = [
    ["authenticatorAttachment", (one) => ({ ...one, authenticatorAttachment: absent })],
    ["clientExtensionResults", (one) => ({ ...one, clientExtensionResults: absent })],
    ["credProps", withResults({ credProps: null })],
    ["rk", withResults({ credProps: { rk: null } })],
    ["another extension", withResults({ prf: null })],
    ...["transports", "authenticatorData", "publicKey", "publicKeyAlgorithm"].map(
      (member): [string, Change] => [
        member,
        (one) => ({ ...one, response: { ...one.response, [member]: null } }),
      ],
    ),
  ];
  return changes.map(([member, change]) => ({
    group: "Registration, response",
    title: `${member} null`,
    expected: "pass" as const,
    relyingParty: sampleRelyingParty,
    registration: withResponse(sampleRegistration(), change),
  }));
};

/** Responses whose members are missing or have another type. */
const responseCases = (): ConformanceCase[] => {
  const sample = sampleRegistration();
  const changes: [string, Change][] = [
    ["no id", ({ id: _id, ...response }) => ({ ...response, id: undefined as never })],
    ["an id that is not base64url", (response) => ({ ...response, id: "a+b/c=" })],
    ["another type", (response) => ({ ...response, type: "public" as "public-key" })],
    ["no type", (response) => ({ ...response, type: undefined as never })],
    ["no response", (response) => ({ ...response, response: undefined as never })],
    [
      "no client data",
      (response) => ({
        ...response,
        response: { ...response.response, clientDataJSON: undefined as never },
      }),
    ],
    [
      "no attestation object",
      (response) => ({
        ...response,
        response: { ...response.response, attestationObject: undefined as never },
      }),
    ],
  ];
  return changes.map(([title, change]) => ({
    group: "Registration, response",
    title,
    expected: "refuse" as const,
    relyingParty: sampleRelyingParty,
    registration: withResponse(sample, change),
  }));
};

/** Registrations without certificates, right and with one changed detail. */
export const registrationCases = (): ConformanceCase[] => [
  ...responseCases(),
  ...nullCases(),
  ...clientDataDetails.map((detail) => caseOf("Registration, client data", detail)),
  ...authenticatorDataDetails.map((detail) => caseOf("Registration, authenticator data", detail)),
  ...credentialDetails.map((detail) => caseOf("Registration, credential", detail)),
  ...objectCases(),
  ...unjudgedCases(),
  ...algorithms.map((algorithm) =>
    caseOf("Registration, none", pass(`algorithm ${algorithm}`, { device: { algorithm } })),
  ),
  ...selfDetails.map((detail) =>
    caseOf("Registration, packed self", { ...detail, device: { ...selfDevice, ...detail.device } }),
  ),
];
