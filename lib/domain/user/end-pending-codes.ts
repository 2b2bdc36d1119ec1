import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { User } from "@/prisma/generated/client";
import { ownedEmailOf } from "./owned-email-of";

/**
 * Ends what is under way for a user whose email changes: pending codes with the user's id, those to
 * the mailbox that the user owned unless they name someone else, proofs of that mailbox on hosted
 * pages, and sessions of the account page that began with a code. A code that was sent before could
 * otherwise undo the change, and a reader of the former mailbox add the first passkey.
 * @param user before the change; the caller has locked its row
 */
export async function endPendingCodes(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const owned = ownedEmailOf(user);
  // Raw: locks in the order of concurrent guesses. A queued email of an ended code is not sent.
  await tx.$executeRaw`
    UPDATE "Challenge" c SET "deletedAt" = ${now}
    WHERE c."tenancyId" = ${tenancyId} AND c."id" = ANY (ARRAY(
      SELECT p."id" FROM "Challenge" p
      WHERE p."tenancyId" = ${tenancyId}
        AND (p."userId" = ${user.userId ?? user.sub}
          OR p."emailNormalized" = ${owned?.normalized ?? null} AND p."userId" IS NULL)
        AND p."verifiedAt" IS NULL AND p."deletedAt" IS NULL AND p."expiresAt" > ${now}
      ORDER BY p."id" FOR UPDATE))`;
  await endAccountSessions(ctx, tx, { byCodeOf: user.sub });
  if (owned === null) return;
  // Raw, because Prisma can't lower the case of a text in JSON. No index is needed: proofs live
  // minutes.
  const emails = [owned.shown.toLowerCase(), owned.normalized];
  await tx.$executeRaw`
    DELETE FROM "OneTimeToken"
    WHERE "tenancyId" = ${tenancyId} AND "kind" = 'hostedProof'
      AND lower("payload"->>'email') = ANY (${emails}::text[])`;
}
