import type { User } from "@/prisma/generated/client";
import type { Email } from "./email";

/**
 * Returns the email that a user owns; null without one. A claimed email doesn't count: someone else
 * may read that mailbox.
 */
export const ownedEmailOf = ({
  email,
  emailNormalized,
  emailVerified,
  emailVouched,
}: Pick<User, "email" | "emailNormalized" | "emailVerified" | "emailVouched">): Email | null =>
  emailNormalized !== null && (emailVerified || emailVouched)
    ? { shown: email, normalized: emailNormalized }
    : null;
