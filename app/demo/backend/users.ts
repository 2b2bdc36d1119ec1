import { randomUUID } from "node:crypto";
import { z } from "zod";
import { demoDatabase } from "./demo-database";
import type { Principal } from "./keystead";

const User = z.object({
  id: z.string(),
  sub: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
});

/** A user of this application: its own id and, once there is a passkey, the service's `sub`. */
export type User = z.infer<typeof User>;

const columns = `id, sub, email, email_verified AS "emailVerified",
  given_name AS "givenName", family_name AS "familyName"`;

/** Creates an id for a new user of this application. */
export const createUserId = () => `user-${randomUUID()}`;

/**
 * Returns the principal's user. Creates the user if there is none, and stores an email that Keystead
 * has verified.
 */
export async function findOrCreateUser(principal: Principal, newId: string): Promise<User> {
  const { sub, userId, user } = principal;
  const database = await demoDatabase();
  // The first passkey of an existing user, authorized by this application.
  await database.query("UPDATE keystead_demo.users SET sub = $2 WHERE id = $1 AND sub IS NULL", [
    userId,
    sub,
  ]);
  const { rows } = await database.query(
    `INSERT INTO keystead_demo.users AS known (id, sub, email, given_name, family_name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sub) DO UPDATE SET sub = known.sub RETURNING ${columns}`,
    [newId, sub, user.email, user.givenName, user.familyName],
  );
  return followEmail(User.parse(rows[0]), user);
}

/**
 * Stores the email that Keystead has verified since, for example on its account page. The former one
 * no longer signs in, even if another user of this application has the new one.
 */
export async function followEmail(
  user: User,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<User> {
  const isStored = user.emailVerified && user.email.toLowerCase() === email.toLowerCase();
  if (!emailVerified || isStored) return user;
  if (await setVerifiedEmail(user.id, email)) return { ...user, email, emailVerified: true };
  const database = await demoDatabase();
  await database.query("UPDATE keystead_demo.users SET email_verified = false WHERE id = $1", [
    user.id,
  ]);
  return { ...user, emailVerified: false };
}

/** Returns the user who verified this mailbox. A claimed email signs in to no account. */
export async function findUserByMailbox(email: string): Promise<User | undefined> {
  const database = await demoDatabase();
  const { rows } = await database.query(
    `SELECT ${columns} FROM keystead_demo.users WHERE lower(email) = lower($1) AND email_verified`,
    [email],
  );
  return rows[0] === undefined ? undefined : User.parse(rows[0]);
}

/** Creates the user of a verified mailbox, or returns the existing one. */
export async function createVerifiedUser({
  email,
  givenName,
  familyName,
}: {
  email: string;
  givenName: string;
  familyName: string;
}): Promise<User> {
  const database = await demoDatabase();
  const { rows } = await database.query(
    `INSERT INTO keystead_demo.users AS known (id, email, email_verified, given_name, family_name)
     VALUES ($1, $2, true, $3, $4)
     ON CONFLICT (lower(email)) WHERE email_verified DO UPDATE SET email = known.email RETURNING ${columns}`,
    [createUserId(), email, givenName, familyName],
  );
  return User.parse(rows[0]);
}

/** Whether another user has verified this email. */
export async function isEmailTaken(id: string, email: string): Promise<boolean> {
  const owner = await findUserByMailbox(email);
  return owner !== undefined && owner.id !== id;
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = "23505";

/** Sets a user's verified email. Returns false if another user has it: the unique index decides. */
export async function setVerifiedEmail(id: string, email: string): Promise<boolean> {
  const database = await demoDatabase();
  try {
    const { rowCount } = await database.query(
      "UPDATE keystead_demo.users SET email = $2, email_verified = true WHERE id = $1",
      [id, email],
    );
    return rowCount === 1;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

export async function findUser(id: string): Promise<User | undefined> {
  const database = await demoDatabase();
  const { rows } = await database.query(
    `SELECT ${columns} FROM keystead_demo.users WHERE id = $1`,
    [id],
  );
  return rows[0] === undefined ? undefined : User.parse(rows[0]);
}
