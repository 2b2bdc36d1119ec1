import type { Email } from "@/lib/domain/base/email-address";
import type { User } from "@/prisma/generated/client";

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
