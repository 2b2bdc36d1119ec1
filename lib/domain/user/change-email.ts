import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import type { User } from "@/prisma/generated/client";
import { dropOtherClaims } from "./drop-other-claims";
import { lockIdentities, lockUser } from "./lock-user";
import { ownedEmailOf, refuseOwnedEmail } from "./owned-email";

/**
 * Ends the links that undo changes of a user's email, in the caller's transaction, which has locked the
 * user's row.
 * @param since ends only links of this change and later ones; null ends all
 */
export async function endEmailChangeUndo(
  { tenancy, clock }: TenancyContext,
  tx: Queryable,
  { sub, since }: { sub: string; since: Date | null },
): Promise<void> {
  // Raw, because the user is named in JSON.
  await tx.$executeRaw`
    UPDATE "OneTimeToken" SET "consumedAt" = ${new Date(clock.now())}
    WHERE "tenancyId" = ${tenancy.id} AND "kind" = 'emailChangeUndo' AND "consumedAt" IS NULL
      AND "payload"->>'sub' = ${sub} AND "createdAt" >= ${since ?? new Date(0)}`;
}

/**
 * Ends what is under way for a user whose email changes: pending codes with the user's id, those to
 * the mailbox that the user owned unless they name someone else, proofs of that mailbox on hosted
 * pages, and sessions of the account page that began with a code. A code that was sent before could
 * otherwise undo the change, and a reader of the former mailbox add the first passkey.
 * @param user before the change; the caller has locked its row
 */
async function endPendingCodes(ctx: TenancyContext, tx: Queryable, user: User): Promise<void> {
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

interface Change {
  sub: string;
  /** Blank removes the email. */
  email: string;
  /** Whether the operator confirmed that the user reads this mailbox. */
  emailVerified: boolean;
  /**
   * Whether the replaced email still gets notices for seven days. Default: if the tenancy notifies users
   * of new passkeys.
   */
  keepsReplaced?: boolean;
}

/** Returns what the event of the change says: another email, or the same one that is verified now. */
function detailOf(
  before: { emailNormalized: string | null; emailVerified: boolean },
  after: { normalized: string | null; emailVerified: boolean },
): "changed" | "verified" | undefined {
  if (before.emailNormalized !== after.normalized) return "changed";
  return !before.emailVerified && after.emailVerified ? "verified" : undefined;
}

/**
 * Changes a user's email in the caller's transaction. The user then owns the email, as if an API key
 * had set it, and users who only claimed it lose it. Sign-ins by emailed code that no
 * backend has exchanged yet end, and with another email so do the user's pending codes and proofs.
 * Every replaced email gets notices until its own end, so that several quick changes push none out;
 * of too many, the first ones do.
 * @returns the email as displayed
 * @throws NotFound · InvalidEmail · DuplicateEmail if another user owns it
 */
export async function changeEmail(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email, emailVerified, keepsReplaced = ctx.tenancy.notifyOfNewPasskeys }: Change,
): Promise<string> {
  const given = email.trim() === "" ? null : requireEmail(email);
  await lockIdentities(ctx, tx, { email: given?.normalized });
  if (given !== null) await refuseOwnedEmail(ctx, tx, given.normalized, sub);
  const before = await lockUser(ctx, tx, sub);
  if (before === null) throw new ServiceError("@error/NotFound");
  const now = new Date(ctx.clock.now());
  const keptUntil = new Date(now.getTime() + lifetimes.passkeyReportMs);
  // Raw, because the replaced email is what the locked row has.
  await tx.$executeRaw`
    WITH before AS MATERIALIZED (
      SELECT "tenancyId", "sub", "email", "emailNormalized",
        "emailVerified" OR "emailVouched" AS "isOwned"
      FROM "User"
      WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} FOR UPDATE
    ), kept AS (
      INSERT INTO "PreviousEmail" AS p ("tenancyId", "sub", "emailNormalized", "email", "until")
      SELECT "tenancyId", "sub", "emailNormalized", "email", ${keptUntil} FROM before
      WHERE "isOwned" AND ${keepsReplaced}
        AND "emailNormalized" IS DISTINCT FROM ${given?.normalized ?? null}
        AND (
          SELECT count(*) FROM "PreviousEmail" o
          WHERE o."tenancyId" = before."tenancyId" AND o."sub" = before."sub" AND o."until" > ${now}
        ) < ${limits.previousEmails}
      ON CONFLICT ("tenancyId", "sub", "emailNormalized") DO UPDATE
      SET "email" = excluded."email", "until" = excluded."until"
    )
    UPDATE "User" u SET
      "email" = ${given?.shown ?? ""}, "emailNormalized" = ${given?.normalized ?? null},
      "emailVerified" = ${given !== null && emailVerified}, "emailVouched" = ${given !== null},
      "updatedAt" = ${now}
    FROM before WHERE u."tenancyId" = before."tenancyId" AND u."sub" = before."sub"`;
  if (before.emailNormalized !== (given?.normalized ?? null))
    await endPendingCodes(ctx, tx, before);
  // Codes of sign-ins by the previous mailbox.
  await tx.oneTimeToken.deleteMany({
    where: { tenancyId: ctx.tenancy.id, kind: "code", sub, passkeyId: null },
  });
  // An operator's word is final. A backend may act for an attacker who is signed in to the application.
  if (ctx.actor.kind === "operator") await endEmailChangeUndo(ctx, tx, { sub, since: null });
  const detail = detailOf(before, {
    normalized: given?.normalized ?? null,
    emailVerified: given !== null && emailVerified,
  });
  await recordAudit(ctx, tx, {
    action: "user.email-changed",
    target: { kind: "user", id: sub },
    ...(detail === undefined ? {} : { detail }),
  });
  if (given !== null) await dropOtherClaims(ctx, tx, { sub, emailNormalized: given.normalized });
  return given?.shown ?? "";
}

/** Deletes a batch of replaced emails that get no more notices. */
export async function purgePreviousEmails({ db, clock }: Service): Promise<number> {
  // Those that the previous release kept. Raw, because Prisma can neither limit an UPDATE nor skip
  // locked rows.
  await db.$executeRaw`
    UPDATE "User" SET "previousEmail" = NULL, "previousEmailUntil" = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "User" WHERE "previousEmailUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
  return purgeBefore(db, "PreviousEmail", "until", clock.now() + 1);
}
