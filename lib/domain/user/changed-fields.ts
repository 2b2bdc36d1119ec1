import type { User } from "@/prisma/generated/client";

const isChanged = {
  givenName: (before: User, after: User) => before.givenName !== after.givenName,
  familyName: (before: User, after: User) => before.familyName !== after.familyName,
  locale: (before: User, after: User) => before.locale !== after.locale,
  email: (before: User, after: User) =>
    before.email !== after.email || before.emailOwned !== after.emailOwned,
  emailVerified: (before: User, after: User) => before.emailVerified !== after.emailVerified,
};

/**
 * Names a profile's changed fields for the audit log, such as "givenName, emailVerified". Their
 * values are personal data, so they stay out.
 */
export const changedFields = (before: User, after: User): string =>
  Object.entries(isChanged)
    .filter(([, differs]) => differs(before, after))
    .map(([field]) => field)
    .join(", ") || "no changes";
