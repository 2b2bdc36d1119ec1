import { z } from "zod";
import type { Passkey } from "@/lib/contract/passkey";
import type { Service } from "@/lib/domain/base/context";
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
