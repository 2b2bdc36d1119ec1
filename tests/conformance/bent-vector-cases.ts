import { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { Bytes, CborValue } from "@/testing/authenticator/bytes";
import type { ConformanceCase } from "./conformance-case";
import { registrationCaseOf } from "./vector-cases";
import { vectors } from "./vectors";

/** One vector of each format that signs something. */
const bentVectors = [
  "packed-self.ES256",
  "packed.ES256",
  "tpm.ES256",
  "android-key.ES256",
  "apple.ES256",
  "fido-u2f.ES256",
];

const flip = (bytes: Uint8Array, index: number): Bytes => {
  const bent = new Uint8Array(bytes);
  bent[index] = (bent[index] ?? 0) ^ 1;
  return bent;
};

interface Parts {
  clientData: Record<string, unknown>;
  format: string;
  statement: Map<string, CborValue>;
  authData: Bytes;
}
type Bend = [title: string, change: (parts: Parts) => void];

function partsOf({ registration }: ConformanceCase): Parts {
  const { clientDataJSON, attestationObject } = registration.response.response;
  const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  return {
    clientData: JSON.parse(isoBase64URL.toUTF8String(clientDataJSON)) as Parts["clientData"],
    format: object.get("fmt"),
    statement: new Map(object.get("attStmt") as unknown as Parts["statement"]),
    authData: object.get("authData"),
  };
}

const encode = ({ format, statement, authData }: Parts) =>
  isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, CborValue>([
        ["fmt", format],
        ["attStmt", statement],
        ["authData", authData],
      ]),
    ),
  );

const clientDataBends: Bend[] = ["type", "challenge", "origin", "crossOrigin"].flatMap((name) => [
  [`client data without ${name}`, ({ clientData }: Parts) => void delete clientData[name]] as Bend,
  [`client data with another ${name}`, ({ clientData }: Parts) => void (clientData[name] = "bent")],
]);

/** Offsets in the authenticator data (WebAuthn L3 §6.1, §6.5.1). What U2F does not sign is last. */
const authDataFields: [field: string, offset: number][] = [
  ["RP ID hash", 0],
  ["credential id length", 54],
  ["credential id", 55],
  ["public key", -1],
  ["presence", 32],
];
const unsignedByU2f: [field: string, offset: number][] = [
  ["signature counter", 36],
  ["AAGUID", 37],
];

const statementBends = (members: Iterable<string>): Bend[] =>
  [...members].flatMap((name): Bend[] => [
    [`statement without ${name}`, ({ statement }) => void statement.delete(name)],
    [`statement with a text as ${name}`, ({ statement }) => void statement.set(name, "bent")],
    [
      `statement with a bit of ${name} changed`,
      ({ statement }) => {
        const value = statement.get(name);
        if (typeof value === "number") statement.set(name, value - 1);
        if (value instanceof Uint8Array) statement.set(name, flip(value, value.length >> 1));
        if (Array.isArray(value)) {
          const [first, ...rest] = value as Uint8Array[];
          // In the certificate's public key or its signature.
          if (first !== undefined) statement.set(name, [flip(first, first.length - 5), ...rest]);
        }
        if (typeof value === "string") statement.set(name, `${value}.`);
      },
    ],
  ]);

function bendsOf({ format, statement }: Parts): Bend[] {
  const fields = format === "fido-u2f" ? authDataFields : [...authDataFields, ...unsignedByU2f];
  return [
    ...clientDataBends,
    ...fields.map(([field, offset]): Bend => [
      `another ${field}`,
      (parts) => {
        const { authData } = parts;
        parts.authData = flip(authData, offset < 0 ? authData.length + offset : offset);
      },
    ]),
    [`the format "none"`, (parts) => void (parts.format = "none")],
    [`an unknown format`, (parts) => void (parts.format = "bent")],
    ...statementBends(statement.keys()),
  ];
}

/** The vectors' registrations with one field bent. All must be refused. */
export const bentVectorCases: ConformanceCase[] = vectors
  .filter(({ name }) => bentVectors.includes(name))
  .flatMap((vector) => {
    const base = registrationCaseOf(vector);
    return bendsOf(partsOf(base)).map(([title, change]) => {
      const parts = partsOf(base);
      change(parts);
      const { response } = base.registration;
      return {
        ...base,
        group: `Bent ${vector.name}`,
        title,
        expected: "refuse" as const,
        registration: {
          ...base.registration,
          response: {
            ...response,
            response: {
              ...response.response,
              clientDataJSON: isoBase64URL.fromUTF8String(JSON.stringify(parts.clientData)),
              attestationObject: encode(parts),
            },
          },
        },
      };
    });
  });
