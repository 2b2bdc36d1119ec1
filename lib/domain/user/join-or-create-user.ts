import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { type Email, parseEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { changedFields } from "./changed-fields";
import { insertUser } from "./create-user";
import { dropOtherClaims } from "./drop-other-claims";
import { findEmailOwner, findRegistrant, type Registrant } from "./find-user-by-user-id";
import { lockIdentities } from "./lock-user";

/** Fills in an existing user's empty fields. Other fields keep their values. */
async function completeUser(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
  registrant: Registrant,
  email: Email | null,
): Promise<User> {
  const ownsEmail = user.emailVerified || user.emailOwned;
  const isAvailable =
    email !== null && !ownsEmail && (await findEmailOwner(ctx, tx, email.normalized)) === null;
  const adoptsEmail =
    isAvailable && (user.email === "" || user.emailNormalized === email.normalized);
  const givenName = user.givenName || (registrant.givenName ?? "");
  const familyName = user.familyName || (registrant.familyName ?? "");
  const verifies =
    registrant.emailProved === true &&
    email !== null &&
    user.emailNormalized === email.normalized &&
    !user.emailVerified;
  if (!adoptsEmail && !verifies && givenName === user.givenName && familyName === user.familyName)
    return user;
  const emailData = adoptsEmail
    ? { email: email.shown, emailNormalized: email.normalized, emailOwned: true }
    : verifies
      ? { emailVerified: true }
      : {};
  const updated = await tx.user.update({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: user.sub } },
    data: { givenName, familyName, ...emailData, updatedAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(ctx, tx, {
    action: "user.updated",
    target: { kind: "user", id: user.sub },
    detail: changedFields(user, updated),
  });
  if (adoptsEmail)
    await dropOtherClaims(ctx, tx, { sub: user.sub, emailNormalized: email.normalized });
  return updated;
}

/**
 * Finds or creates the user of a registration in the caller's transaction (contract §3, §5).
 * @throws DuplicateEmail as findRegistrant, and if a self-service registrant names an owned email · Forbidden if a mailbox
 * proof would create a user but self-service registration is off · BadRequest if `userId` is another
 * user's `sub`
 */
export async function joinOrCreateUser(
  ctx: TenancyContext,
  tx: Queryable,
  registrant: Registrant,
): Promise<User> {
  const email = registrant.email === undefined ? null : parseEmail(registrant.email);
  await lockIdentities(ctx, tx, { userId: registrant.userId, email: email?.normalized });

  const existing = await findRegistrant(ctx, tx, registrant);
  if (existing !== null) return completeUser(ctx, tx, existing, registrant, email);

  const taken = email !== null && (await findEmailOwner(ctx, tx, email.normalized)) !== null;
  if (taken && registrant.selfService) throw new ServiceError("@error/DuplicateEmail");
  const isSelfRegistered = registrant.selfService || registrant.emailProved === true;
  if (
    registrant.emailProved === true &&
    (!ctx.tenancy.selfServiceRegistration || ctx.tenancy.isSystem)
  )
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service registration is disabled for this tenancy.",
    );
  const ownEmail = taken ? null : email;
  const isProved = ownEmail !== null && registrant.emailProved === true;
  const user = await insertUser(ctx, tx, {
    userId: registrant.userId ?? null,
    email: ownEmail?.shown ?? "",
    emailNormalized: ownEmail?.normalized ?? null,
    emailVerified: isProved,
    emailOwned: ownEmail !== null && !isSelfRegistered,
    givenName: registrant.givenName ?? "",
    familyName: registrant.familyName ?? "",
    selfService: isSelfRegistered,
  });
  if ((user.emailOwned || isProved) && ownEmail !== null)
    await dropOtherClaims(ctx, tx, { sub: user.sub, emailNormalized: ownEmail.normalized });
  return user;
}
