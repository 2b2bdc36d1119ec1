import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { dropOtherClaims } from "./drop-other-claims";
import { endEmailChangeUndo } from "./end-email-change-undo";
import { endPendingCodes } from "./end-pending-codes";
import { lockIdentities } from "./lock-identities";
import { lockUser } from "./lock-user";
import { refuseOwnedEmail } from "./refuse-owned-email";

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
