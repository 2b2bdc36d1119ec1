import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import type { User } from "@/prisma/generated/client";
import { ownedEmailOf } from "./owned-email-of";

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
