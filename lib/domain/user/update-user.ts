import type { UpdateUser, User } from "@/lib/contract/user";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { changedFields } from "./changed-fields";
import { dropOtherClaims } from "./drop-other-claims";
import { toUser } from "./get-user";
import { lockIdentities } from "./lock-user";
import { refuseOwnedEmail } from "./owned-email";

interface ProfileChanges extends UpdateUser {
  /** One of the supported languages; null for the browser's. The API can't change it. */
  locale?: string | null;
}

/**
 * Updates names, the language or the verified flag in the caller's transaction. Verifying a claimed email makes the user its owner. Removing
 * the flag turns it into a claim again, unless an API key or an operator set the email.
 * @throws NotFound · DuplicateEmail if another user owns the email · BadRequest (emailVerified)
 * without an email
 */
export async function updateProfile(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
  changes: ProfileChanges,
): Promise<User> {
  const where = { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } };
  const seen = await tx.user.findUnique({ where });
  if (seen === null) throw new ServiceError("@error/NotFound");
  await lockIdentities(ctx, tx, { email: seen.emailNormalized ?? undefined });
  // Read again: another user may have become the email's owner before the lock.
  const user = await tx.user.findUnique({ where });
  if (user === null) throw new ServiceError("@error/NotFound");

  const verifies = changes.emailVerified === true && !user.emailVerified;
  if (verifies && user.emailNormalized === null)
    throw badRequest("emailVerified", "this user has no email to verify");
  if (verifies && user.emailNormalized !== null)
    await refuseOwnedEmail(ctx, tx, user.emailNormalized, sub);
  const {
    givenName = user.givenName,
    familyName = user.familyName,
    locale = user.locale,
    emailVerified = user.emailVerified,
  } = changes;
  const updated = await tx.user.update({
    where,
    data: { givenName, familyName, locale, emailVerified, updatedAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(ctx, tx, {
    action: "user.updated",
    target: { kind: "user", id: sub },
    detail: changedFields(user, updated),
  });
  if (verifies && !user.emailOwned && user.emailNormalized !== null)
    await dropOtherClaims(ctx, tx, { sub, emailNormalized: user.emailNormalized });
  return toUser(updated);
}

/** Does the same in a transaction of its own. */
export const updateUser = (ctx: TenancyContext, sub: string, changes: UpdateUser): Promise<User> =>
  ctx.db.$transaction((tx) => updateProfile(ctx, tx, sub, changes));
