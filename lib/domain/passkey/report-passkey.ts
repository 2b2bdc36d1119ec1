import { z } from "zod";
import { endAccountSessions } from "@/lib/domain/account-session/end-account-sessions";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { consumeToken, isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { ServiceError } from "@/lib/errors";
import { findPlatformName } from "./find-platform-name";
import { lockPasskeys } from "./lock-passkeys";

/** A passkey as the page of a report shows it. */
export interface ReportedPasskey {
  /** The product that stores it; null if it is unknown. */
  provider: string | null;
  createdAt: number;
}

const Row = z.object({ passkeyId: z.string(), aaguid: z.string(), createdAt: z.date() });

/** Finds the passkey of a live report token. Raw, because the token's conditions are SQL. */
async function findPasskey(
  ctx: TenancyContext,
  db: Queryable,
  token: string,
): Promise<z.infer<typeof Row>> {
  const scope = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await db.query(Row)`
    SELECT p."id" AS "passkeyId", p."aaguid", p."createdAt" FROM "OneTimeToken" o
    JOIN "Passkey" p ON p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId"
      AND p."sub" = o."payload"->>'sub'
    WHERE ${isLiveToken(scope, "passkeyReport", token)}`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row;
}

/**
 * Returns the passkey that a notice's link can report. Changes nothing, because mail scanners open
 * links, too.
 * @throws InvalidToken when the link is unknown, expired or used, or the passkey was deleted or moved to
 * another user
 */
export async function readPasskeyReport(
  ctx: TenancyContext,
  token: string,
): Promise<ReportedPasskey> {
  const { aaguid, createdAt } = await findPasskey(ctx, ctx.db, token);
  return { provider: findPlatformName(aaguid) ?? null, createdAt: createdAt.getTime() };
}

/**
 * Disables a passkey that its user did not add, and ends its codes and the other links about it, in
 * one transaction. Of several concurrent reports one succeeds. Signs no one in.
 * @throws InvalidToken as readPasskeyReport
 */
export async function reportPasskey(ctx: TenancyContext, token: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const { passkeyId } = await findPasskey(ctx, tx, token);
    // Before the token: erasing a user locks in this order, too.
    await lockPasskeys(ctx, tx, { ids: [passkeyId] });
    await consumeToken(ctx, "passkeyReport", token, tx);
    await tx.passkey.updateMany({
      where: { tenancyId, id: passkeyId, disabledAt: null },
      data: { disabledAt: now, disabledReason: "Reported by the user", updatedAt: now },
    });
    await tx.oneTimeToken.updateMany({
      where: {
        tenancyId,
        passkeyId,
        consumedAt: null,
        kind: { in: ["code", "passkeyReport"] },
      },
      data: { consumedAt: now },
    });
    await endAccountSessions(ctx, tx, { passkeyIds: [passkeyId] });
    await recordAudit(ctx, tx, {
      action: "passkey.reported",
      target: { kind: "passkey", id: passkeyId },
    });
  });
}
