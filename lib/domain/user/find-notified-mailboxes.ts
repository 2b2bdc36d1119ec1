import type { Queryable, TenancyContext } from "@/lib/domain/context";
import type { User } from "@/prisma/generated/client";
import { requireEmail } from "./email";

export type NotifiedUser = Pick<
  User,
  "sub" | "email" | "emailNormalized" | "emailVerified" | "previousEmail" | "previousEmailUntil"
>;

/** Returns the user's verified email, and the replaced ones that still get notices. */
export async function findNotifiedMailboxes(
  { tenancy, clock }: TenancyContext,
  tx: Queryable,
  { sub, email, emailNormalized, emailVerified, ...before }: NotifiedUser,
): Promise<string[]> {
  const now = new Date(clock.now());
  const replaced = await tx.previousEmail.findMany({
    where: { tenancyId: tenancy.id, sub, until: { gt: now } },
    orderBy: { until: "asc" },
  });
  const recipients = new Map(replaced.map((each) => [each.emailNormalized, each.email]));
  // The previous release kept one email in the user's row.
  const { previousEmail, previousEmailUntil } = before;
  if (previousEmail !== null && previousEmailUntil !== null && previousEmailUntil > now)
    recipients.set(requireEmail(previousEmail).normalized, previousEmail);
  if (emailVerified && emailNormalized !== null) recipients.set(emailNormalized, email);
  return [...recipients.values()];
}
