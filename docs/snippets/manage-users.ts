import { keystead, KeysteadError } from "./keystead.ts";

export interface User {
  sub: string;
  userId?: string;
  email: string;
  emailVerified: boolean;
  enabled: boolean;
  passkeys: number;
}

/** Creates the user of an account of yours, or returns the one that has this userId. */
export async function createUser(userId: string, verifiedEmail: string): Promise<User> {
  try {
    const created = await keystead<{ user: User }>("POST", "users", {
      userId,
      email: verifiedEmail,
      emailVerified: true,
    });
    return created.user;
  } catch (error) {
    if (!(error instanceof KeysteadError) || error.tag !== "@error/DuplicateUser") throw error;
    return (await keystead<{ user: User }>("GET", `users/${encodeURIComponent(userId)}`)).user;
  }
}

/** Returns the users whose email or name contains these words, the best matches first. */
export async function searchUsers(words: string): Promise<User[]> {
  const query = new URLSearchParams({ query: words });
  return (await keystead<{ records: User[] }>("GET", `users?${query}`)).records;
}

/** Yields all users that match, such as `{ enabled: "true", hasPasskeys: "false" }`. */
export async function* listUsers(filters: Record<string, string> = {}): AsyncGenerator<User> {
  const query = new URLSearchParams(filters);
  for (;;) {
    const page = await keystead<{ cursor: string | null; records: User[] }>(
      "GET",
      `users?${query}`,
    );
    yield* page.records;
    if (page.cursor === null) return;
    query.set("cursor", page.cursor);
  }
}

/** Gives the user another email. The user owns it from now on. */
export async function changeEmail(userId: string, verifiedEmail: string): Promise<User> {
  const changes = { email: verifiedEmail, emailVerified: true };
  return (await keystead<{ user: User }>("PATCH", `users/${encodeURIComponent(userId)}`, changes))
    .user;
}

/** Refuses the user's passkeys from now on. End the user's open sessions yourself. */
export async function disableUser(userId: string, reason: string): Promise<void> {
  await keystead("POST", `users/${encodeURIComponent(userId)}/disable`, { reason });
}

export async function enableUser(userId: string): Promise<void> {
  await keystead("POST", `users/${encodeURIComponent(userId)}/enable`);
}
