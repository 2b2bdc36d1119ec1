import { z } from "zod";
import type { Passkey, PasskeySummary } from "@/lib/contract/passkey";
import { passkeyTransports } from "@/lib/contract/passkey-transports";
import type { Service } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { Prisma } from "@/prisma/generated/client";
import { shownPasskeyId } from "./passkey-id";

type PasskeyTransport = (typeof passkeyTransports)[number];

const isKnown = (transport: string): transport is PasskeyTransport =>
  (passkeyTransports as readonly string[]).includes(transport);

/** Returns the transports that the API names. Browsers may report others, and ignore those. */
export const knownTransports = (transports: readonly string[]): PasskeyTransport[] =>
  transports.filter(isKnown);

/** Columns of a `PasskeySummary`, from passkey `p` and its user `u`. */
export const summaryColumns = Prisma.sql`
  p."id", p."formerId", u."sub", u."userId", p."credentialId", p."userHandle", p."aaguid",
  p."disabledAt", p."lastUsedAt", p."createdAt"`;

/**
 * Columns of a `Passkey`, from passkey `p` and its user `u`. Statements that return them are raw:
 * backends run them often, and Prisma neither updates nor deletes by a join.
 */
export const passkeyColumns = Prisma.sql`
  ${summaryColumns}, p."rpId", p."publicKey", p."signCount", p."transports", p."backupEligible",
  p."backedUp", p."username", p."quarantinedUntil", p."updatedAt"`;

export const SummaryRow = z.object({
  id: z.string(),
  formerId: z.string().nullable(),
  sub: z.string(),
  userId: z.string().nullable(),
  credentialId: z.string(),
  userHandle: z.string(),
  aaguid: z.string(),
  disabledAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

export const PasskeyRow = SummaryRow.extend({
  rpId: z.string(),
  publicKey: z.instanceof(Uint8Array),
  // A bigint column: pg returns text, Prisma a bigint. Counters have 32 bits, so a number suffices.
  signCount: z.coerce.number(),
  transports: z.array(z.string()),
  backupEligible: z.boolean(),
  backedUp: z.boolean(),
  username: z.string(),
  /** May be past. */
  quarantinedUntil: z.date().nullable(),
  updatedAt: z.date(),
});
export type PasskeyRow = z.infer<typeof PasskeyRow>;

function shared(row: SummaryRow) {
  return {
    id: shownPasskeyId(row),
    userId: row.userId ?? row.sub,
    enabled: row.disabledAt === null,
    ...(row.lastUsedAt === null ? {} : { lastUsed: row.lastUsedAt.getTime() }),
    createdAt: row.createdAt.getTime(),
  };
}

export function toPasskeySummary(row: SummaryRow): PasskeySummary {
  return {
    _tag: "PasskeySummary",
    ...shared(row),
    credential: { id: row.credentialId, userId: row.userHandle, aaguid: row.aaguid },
  };
}

export function toPasskey(
  { baseUrl, clock }: Pick<Service, "baseUrl" | "clock">,
  row: PasskeyRow,
): Passkey {
  const { credentialId, userHandle, username, aaguid, backedUp, rpId } = row;
  const name = findPlatformName(aaguid);
  const untilMs = row.quarantinedUntil?.getTime() ?? 0;
  return {
    _tag: "Passkey",
    ...shared(row),
    credential: {
      id: credentialId,
      userId: userHandle,
      username,
      aaguid,
      backedUp,
      rpId,
      counter: row.signCount,
      deviceType: row.backupEligible ? "multiDevice" : "singleDevice",
      transports: knownTransports(row.transports),
      publicKey: Buffer.from(row.publicKey).toString("base64url"),
    },
    ...(name === undefined
      ? {}
      : { platform: { name, icon: `${baseUrl}/aaguid/${aaguid}/icon.svg` } }),
    ...(untilMs > clock.now() ? { quarantinedUntil: untilMs } : {}),
    updatedAt: row.updatedAt.getTime(),
  };
}
