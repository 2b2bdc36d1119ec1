import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { deletionsOf, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { type AccountSession, requireAccountAccess } from "./account-session";

/** What the browser tells the device, so that it no longer offers the passkey (WebAuthn L3 §5.1.10.2). */
export interface RemovedPasskey {
  rpId: string;
  credentialId: string;
  /** Whether the session ended, because it used this passkey. */
  endsSession: boolean;
}

const Row = z.object({
  id: z.string(),
  formerId: z.string().nullable(),
  sub: z.string(),
  rpId: z.string(),
  credentialId: z.string(),
});

/**
 * The condition that a user still has a way to sign in without the passkey `p`: another enabled one
 * that is not in quarantine, or codes to an owned mailbox, unless the tenancy requires a passkey.
 */
const hasAnotherWay = (now: Date) => Prisma.sql`
  EXISTS (SELECT 1 FROM "Passkey" o
    WHERE o."tenancyId" = p."tenancyId" AND o."sub" = p."sub" AND o."id" <> p."id"
      AND o."disabledAt" IS NULL AND (o."quarantinedUntil" IS NULL OR o."quarantinedUntil" <= ${now}))
  OR EXISTS (SELECT 1 FROM "User" u JOIN "Tenancy" t ON t."id" = u."tenancyId"
    WHERE u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" AND (u."emailVerified" OR u."emailVouched")
      AND t."emailCodes" = 'sign-in')`;

/**
 * Removes one of the user's own passkeys, but never their last way to sign in. A disabled one is no
 * way to sign in, so it can always go. One statement decides and deletes, while the user's row and
 * passkeys are locked: of two concurrent removals, the second sees what the first one left.
 * @throws InvalidToken when the session has ended · Forbidden, also for the last way to sign in ·
 * NotFound for a passkey of another user
 */
export async function removeAccountPasskey(
  ctx: TenancyContext,
  session: AccountSession,
  passkeyId: string,
): Promise<RemovedPasskey> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  return ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId: used } = await requireAccountAccess(ctx, tx, session, "change");
    const [removed] = await tx.query(Row)`
      DELETE FROM "Passkey" p
      WHERE p."tenancyId" = ${tenancyId} AND p."sub" = ${sub} AND p."id" = ${passkeyId}
        AND (p."disabledAt" IS NOT NULL OR ${hasAnotherWay(now)})
      RETURNING p."id", p."formerId", p."sub", p."rpId", p."credentialId"`;
    if (removed === undefined) {
      const isOwn = await tx.passkey.count({ where: { tenancyId, sub, id: passkeyId } });
      throw isOwn === 0
        ? new ServiceError("@error/NotFound")
        : new ServiceError(
            "@error/Forbidden",
            undefined,
            "This is your last way to sign in. Add another passkey first.",
          ).about({ sub, passkeyId });
    }
    await tx.accountSession.deleteMany({ where: { tenancyId, sub, passkeyId } });
    await recordAudit(ctx, tx, ...deletionsOf([removed], undefined));
    const { rpId, credentialId } = removed;
    return { rpId, credentialId, endsSession: used === passkeyId };
  });
}
