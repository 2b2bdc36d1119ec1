import { cose as registry, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import type { Passkey } from "@/lib/contract/passkey";
import type { Service } from "@/lib/domain/base/context";
import { credentialAlgorithms } from "@/lib/domain/base/credential-algorithms";
import { Prisma } from "@/prisma/generated/client";
import { passkeyColumns, PasskeyRow, toPasskey } from "./passkey-row";

/** Columns of a `PasskeyRecord`, from passkey `p` and its user `u`. */
export const recordColumns = Prisma.sql`
  ${passkeyColumns}, p."displayName", p."disabledReason", p."userVerified",
  p."signCountRegressedAt", p."reportedAt", p."algorithm", p."attestationFormat",
  u."email" AS "userEmail", trim(u."givenName" || ' ' || u."familyName") AS "userName",
  u."disabledAt" IS NOT NULL AS "isUserDisabled"`;

export const RecordRow = PasskeyRow.extend({
  displayName: z.string(),
  disabledReason: z.string().nullable(),
  userVerified: z.boolean(),
  signCountRegressedAt: z.date().nullable(),
  reportedAt: z.date().nullable(),
  algorithm: z.int(),
  attestationFormat: z.string(),
  userEmail: z.string(),
  userName: z.string(),
  isUserDisabled: z.boolean(),
});
export type RecordRow = z.infer<typeof RecordRow>;

/** A passkey as operators see it. Times in ms. */
export interface PasskeyRecord {
  /** Keystead's own id, as in the audit log. `passkey.id` is the one to show. */
  id: string;
  /** As the REST API returns it. */
  passkey: Passkey;
  /** The maker's name of a model that has no `passkey.platform`, from FIDO Metadata. */
  model?: string;
  sub: string;
  userEmail: string;
  /** Empty if unknown. */
  userName: string;
  isUserDisabled: boolean;
  displayName: string;
  disabledAt?: number;
  disabledReason?: string;
  /** When the user reported it, if the report could not disable it and no one has decided yet. */
  reportedAt?: number;
  /** At its registration. */
  userVerified: boolean;
  backupEligible: boolean;
  signCountRegressedAt?: number;
  /** May be past. */
  quarantinedUntil?: number;
  /** COSE algorithm identifier. */
  algorithm: number;
  attestationFormat: string;
}

export function toPasskeyRecord(
  ctx: Pick<Service, "baseUrl" | "clock">,
  row: RecordRow,
): PasskeyRecord {
  return {
    id: row.id,
    passkey: toPasskey(ctx, row),
    sub: row.sub,
    userEmail: row.userEmail,
    userName: row.userName,
    isUserDisabled: row.isUserDisabled,
    displayName: row.displayName,
    userVerified: row.userVerified,
    backupEligible: row.backupEligible,
    algorithm: row.algorithm,
    attestationFormat: row.attestationFormat,
    ...(row.disabledAt === null ? {} : { disabledAt: row.disabledAt.getTime() }),
    ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
    ...(row.reportedAt === null ? {} : { reportedAt: row.reportedAt.getTime() }),
    ...(row.signCountRegressedAt === null
      ? {}
      : { signCountRegressedAt: row.signCountRegressedAt.getTime() }),
    ...(row.quarantinedUntil === null ? {} : { quarantinedUntil: row.quarantinedUntil.getTime() }),
  };
}

const { COSEKEYS } = registry;

const keyTypes: Record<number, string> = { 1: "OKP", 2: "EC2", 3: "RSA" };
const curves: Record<number, string> = Object.fromEntries(
  credentialAlgorithms.flatMap(({ curve }) =>
    curve === undefined ? [] : [[curve.id, curve.name]],
  ),
);
const algorithms: Record<number, string> = Object.fromEntries(
  credentialAlgorithms.map(({ id, name, description }) => [id, `${name} (${description})`]),
);

/** Returns the name of a COSE algorithm identifier. */
export const nameOfAlgorithm = (algorithm: number): string =>
  algorithms[algorithm] ?? `COSE algorithm ${algorithm}`;

const describe = (value: unknown, names: Record<number, string>) =>
  typeof value === "number" ? `${names[value] ?? "unknown"} (${value})` : "missing";
const bytes = (value: unknown): [string, string][] =>
  value instanceof Uint8Array
    ? [[`${value.length} bytes`, Buffer.from(value).toString("hex")]]
    : [];

/** Lists the parameters of a COSE key (RFC 9053, base64url) by name. Empty if it is unreadable. */
export function describePublicKey(publicKey: string): [name: string, value: string][] {
  try {
    const key = decodeCredentialPublicKey(
      new Uint8Array(Buffer.from(publicKey, "base64url")),
    ) as unknown as Map<number, unknown>;
    const isRsa = key.get(COSEKEYS.kty) === 3;
    const parameter = (name: string, label: number): [string, string][] =>
      bytes(key.get(label)).map(([size, hex]) => [`${name}, ${size}`, hex]);
    return [
      ["Key type", describe(key.get(COSEKEYS.kty), keyTypes)],
      ["Algorithm", describe(key.get(COSEKEYS.alg), algorithms)],
      ...(isRsa
        ? []
        : [["Curve", describe(key.get(COSEKEYS.crv), curves)] satisfies [string, string]]),
      ...(isRsa
        ? [...parameter("n", COSEKEYS.n), ...parameter("e", COSEKEYS.e)]
        : [...parameter("x", COSEKEYS.x), ...parameter("y", COSEKEYS.y)]),
    ];
  } catch {
    return [];
  }
}
