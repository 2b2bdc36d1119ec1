import type { User } from "@/lib/contract/user";

type UserColumns = Omit<User, "enabled"> & { disabledAt: Date | null };

export function toUser({ disabledAt, ...columns }: UserColumns): User {
  const { sub, email, givenName, familyName, emailVerified } = columns;
  return { sub, email, givenName, familyName, emailVerified, enabled: disabledAt === null };
}
