import type { TenancyContext } from "@/lib/domain/base/context";
import { newestFirst } from "@/lib/domain/base/newest-rows";
import { type Disabler, findDisabler } from "@/lib/domain/record/audit/find-disabler";
import { Prisma } from "@/prisma/generated/client";
import { findPasskeyId } from "./passkey-id";
import { type PasskeyRecord, recordColumns, RecordRow, toPasskeyRecord } from "./passkey-record";

const recordsWhere = (condition: Prisma.Sql) => Prisma.sql`
  SELECT ${recordColumns}
  FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
  WHERE ${condition}`;

export async function findPasskeyRecord(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<PasskeyRecord | null> {
  const id = await findPasskeyId(ctx, ctx.db, passkeyId);
  const [row] = await ctx.db.query(RecordRow)(
    recordsWhere(Prisma.sql`p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${id}`),
  );
  return row === undefined ? null : toPasskeyRecord(ctx, row);
}

/** Lists a user's passkeys, newest first. The limit per user bounds the list. */
export async function listPasskeyRecordsOf(
  ctx: TenancyContext,
  sub: string,
): Promise<PasskeyRecord[]> {
  const rows = await ctx.db.query(RecordRow)(
    recordsWhere(Prisma.sql`p."tenancyId" = ${ctx.tenancy.id} AND p."sub" = ${sub}`),
  );
  return rows.sort(newestFirst).map((row) => toPasskeyRecord(ctx, row));
}

/** A disabled passkey, with who disabled it as `findDisabler` names them. */
export interface DisabledPasskey<R extends PasskeyRecord = PasskeyRecord> {
  record: R;
  /** In ms. */
  at: number;
  by: Disabler | null;
}

/** Finds who disabled the disabled ones among a few passkeys. One or two statements for each. */
export async function findDisabledPasskeys<R extends PasskeyRecord>(
  ctx: TenancyContext,
  records: readonly R[],
): Promise<DisabledPasskey<R>[]> {
  const found = records.map(async (record) => {
    if (record.disabledAt === undefined) return [];
    const by = await findDisabler(ctx, {
      actions: ["passkey.disabled", "passkey.reported"],
      targetId: record.id,
      disabledAt: new Date(record.disabledAt),
    });
    return [{ record, at: record.disabledAt, by }];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Finds a passkey's stored attestation object (CBOR, unverified).
 * @returns null if the passkey has none: attestation `none`, or imported
 */
export async function findAttestationObject(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<Uint8Array | null> {
  const passkey = await ctx.db.passkey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id: passkeyId } },
    select: { attestationObject: true },
  });
  return passkey?.attestationObject ?? null;
}
