import type { User } from "@/lib/contract/user";

type UserColumns = Pick<User, "sub" | "email" | "givenName" | "familyName" | "emailVerified">;

export function toUser({ sub, email, givenName, familyName, emailVerified }: UserColumns): User {
  return { sub, email, givenName, familyName, emailVerified };
}
