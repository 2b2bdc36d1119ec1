import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { type Email, requireEmail } from "@/lib/domain/base/email-address";
import { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { findEmailOwner } from "./find-user-by-user-id";

/**
 * Returns the email that a user owns; null without one. A claimed email doesn't count: someone else
 * may read that mailbox.
 */
export const ownedEmailOf = ({
  email,
  emailNormalized,
  emailVerified,
  emailOwned,
}: Pick<User, "email" | "emailNormalized" | "emailVerified" | "emailOwned">): Email | null =>
  emailNormalized !== null && (emailVerified || emailOwned)
    ? { shown: email, normalized: emailNormalized }
    : null;

/** @throws DuplicateEmail if a user other than `sub` owns the email */
export async function refuseOwnedEmail(
  ctx: TenancyContext,
  db: Queryable,
  normalized: string,
  sub?: string,
): Promise<void> {
  const owner = await findEmailOwner(ctx, db, normalized);
  if (owner !== null && owner.sub !== sub)
    throw new ServiceError(
      "@error/DuplicateEmail",
      undefined,
      "Another user already owns this email.",
    );
}

export type NotifiedUser = Pick<
  User,
  | "sub"
  | "email"
  | "emailNormalized"
  | "emailVerified"
  | "emailOwned"
  | "previousEmail"
  | "previousEmailUntil"
>;

/**
 * Returns the user's owned email, which a code signs in, and the replaced ones that still get notices.
 */
export async function findNotifiedMailboxes(
  { tenancy, clock }: TenancyContext,
  tx: Queryable,
  user: NotifiedUser,
): Promise<string[]> {
  const now = new Date(clock.now());
  const replaced = await tx.previousEmail.findMany({
    where: { tenancyId: tenancy.id, sub: user.sub, until: { gt: now } },
    orderBy: { until: "asc" },
  });
  const recipients = new Map(replaced.map((each) => [each.emailNormalized, each.email]));
  // The previous release kept one email in the user's row.
  const { previousEmail, previousEmailUntil } = user;
  if (previousEmail !== null && previousEmailUntil !== null && previousEmailUntil > now)
    recipients.set(requireEmail(previousEmail).normalized, previousEmail);
  const owned = ownedEmailOf(user);
  if (owned !== null) recipients.set(owned.normalized, owned.shown);
  return [...recipients.values()];
}
