import { z } from "zod";
import { consumeToken, isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { lockUser } from "@/lib/domain/user/lock-user";
import { ServiceError } from "@/lib/errors";
import { lockPasskeys } from "./lock-passkeys";
import { reportByMailbox, type ReportOutcome } from "./report-by-mailbox";

/** A passkey as the page of a report shows it. */
export interface ReportedPasskey {
  /** The product that stores it; null if it is unknown. */
  provider: string | null;
  createdAt: number;
}

const Row = z.object({
  passkeyId: z.string(),
  sub: z.string(),
  aaguid: z.string(),
  createdAt: z.date(),
  isDisabled: z.boolean(),
});

/** Finds the passkey of a live report token. Raw, because the token's conditions are SQL. */
async function findPasskey(
  ctx: TenancyContext,
  db: Queryable,
  token: string,
): Promise<z.infer<typeof Row>> {
  const scope = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await db.query(Row)`
    SELECT p."id" AS "passkeyId", p."sub", p."aaguid", p."createdAt",
      p."disabledAt" IS NOT NULL AS "isDisabled"
    FROM "OneTimeToken" o
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
 * Reports a passkey that its user did not add. Disables it, and ends its codes and the other links about
 * it, unless it is the user's only or oldest one: then the report is recorded (`reportByMailbox`). Of
 * several concurrent reports one succeeds. Signs no one in.
 * @returns `disabled` also for a passkey that was disabled before
 * @throws InvalidToken as readPasskeyReport
 */
export async function reportPasskey(ctx: TenancyContext, token: string): Promise<ReportOutcome> {
  return ctx.db.$transaction(async (tx) => {
    const { sub } = await findPasskey(ctx, tx, token);
    // Before the token: erasing a user locks in this order, too.
    await lockUser(ctx, tx, sub);
    await lockPasskeys(ctx, tx, { sub });
    // Again, because the passkey may have moved to another user meanwhile.
    const { passkeyId, isDisabled } = await findPasskey(ctx, tx, token);
    await consumeToken(ctx, "passkeyReport", token, tx);
    return isDisabled ? "disabled" : reportByMailbox(ctx, tx, { sub, passkeyId });
  });
}
