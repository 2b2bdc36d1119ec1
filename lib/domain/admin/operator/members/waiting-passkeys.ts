import { z } from "zod";
import {
  isSystemOwner,
  type OperatorSession,
} from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { deletePasskeys } from "@/lib/domain/passkey/delete-passkeys";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-metadata";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";

/** An operator who may approve or refuse passkeys of others. */
type Approver = Pick<OperatorSession, "sub" | "roles" | "systemId">;

const ownedBy = ({ roles }: Approver) =>
  roles.filter(({ role }) => role === "owner").map(({ tenancyId }) => tenancyId);

/**
 * SQL condition that the approver may decide about passkey `p`: it is another operator's, and the
 * approver owns the installation or every tenancy in which that operator has a role. Raw, because
 * operators have no relation to passkeys.
 */
const mayDecide = (approver: Approver) => Prisma.sql`
  (p."sub" <> ${approver.sub} AND (${isSystemOwner(approver)} OR NOT EXISTS (
    SELECT 1 FROM "Operator" elsewhere
    WHERE elsewhere."sub" = p."sub"
      AND elsewhere."tenancyId" <> ALL (${ownedBy(approver)}::text[]))))`;

/**
 * SQL condition that passkey `p` (with its OperatorPasskey row `w`) is not trusted yet, and its
 * operator has a role in this tenancy.
 */
const isWaitingHere = (ctx: TenancyContext, systemId: string) => Prisma.sql`
  w."tenancyId" = ${systemId} AND w."trustedFrom" > ${new Date(ctx.clock.now())}
  AND p."tenancyId" = w."tenancyId" AND p."id" = w."passkeyId"
  AND EXISTS (
    SELECT 1 FROM "Operator" here
    WHERE here."tenancyId" = ${ctx.tenancy.id} AND here."sub" = p."sub")`;

interface Decision {
  passkeyId: string;
  approver: OperatorSession;
}

/**
 * Makes another operator's waiting passkey trusted immediately.
 * @throws NotFound if there is none, or the approver may not decide about it
 */
export async function approvePasskey(
  ctx: TenancyContext,
  { passkeyId, approver }: Decision,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE "OperatorPasskey" w
      SET "trustedFrom" = ${new Date(ctx.clock.now())}, "approvedBy" = ${approver.sub}
      FROM "Passkey" p
      WHERE w."passkeyId" = ${passkeyId}
        AND ${isWaitingHere(ctx, approver.systemId)} AND ${mayDecide(approver)}`;
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "operator.passkey-approved",
      target: { kind: "passkey", id: passkeyId },
    });
  });
}

/**
 * Deletes another operator's waiting passkey and ends all their sessions, because its creator may
 * have read the operator's email.
 * @throws NotFound if there is none, or the approver may not decide about it
 */
export async function refusePasskey(
  ctx: TenancyContext,
  { passkeyId, approver }: Decision,
): Promise<void> {
  const system = { ...ctx, tenancy: { ...ctx.tenancy, id: approver.systemId } };
  await ctx.db.$transaction(async (tx) => {
    const [refused] = await tx.query(z.object({ sub: z.string() }))`
      SELECT p."sub" FROM "OperatorPasskey" w, "Passkey" p
      WHERE w."passkeyId" = ${passkeyId}
        AND ${isWaitingHere(ctx, approver.systemId)} AND ${mayDecide(approver)}
      FOR UPDATE OF w`;
    if (refused === undefined) throw new ServiceError("@error/NotFound");
    await tx.operatorSession.deleteMany({
      where: { tenancyId: approver.systemId, sub: refused.sub },
    });
    await deletePasskeys(system, tx, { passkeyIds: [passkeyId] });
    await recordAudit(ctx, tx, {
      action: "operator.passkey-removed",
      target: { kind: "passkey", id: passkeyId },
      detail: "refused",
    });
  });
}

const Row = z.object({
  passkeyId: z.string(),
  sub: z.string(),
  email: z.string(),
  aaguid: z.string(),
  createdAt: z.date(),
  trustedFrom: z.date(),
  mayDecide: z.boolean(),
});

/** A passkey that a code session added and that is not trusted yet. */
export type WaitingPasskey = Omit<z.infer<typeof Row>, "aaguid"> & { provider: string };

const maxPasskeys = 100;

/** Lists the members' passkeys that are not trusted yet, newest first. */
export async function listWaitingPasskeys(
  ctx: TenancyContext,
  approver: Approver,
): Promise<WaitingPasskey[]> {
  const rows = await ctx.db.query(Row)`
    SELECT p."id" AS "passkeyId", p."sub", u."email", p."aaguid", p."createdAt", w."trustedFrom",
      ${mayDecide(approver)} AS "mayDecide"
    FROM "OperatorPasskey" w, "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE ${isWaitingHere(ctx, approver.systemId)} ORDER BY p."id" DESC LIMIT ${maxPasskeys}`;
  const providerOf = await findProviderNames(
    ctx,
    rows.map(({ aaguid }) => aaguid),
  );
  return rows.map(({ aaguid, ...row }) => ({
    ...row,
    provider: providerOf(aaguid),
  }));
}
