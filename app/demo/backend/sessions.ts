import { createHash, randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { z } from "zod";
import { demoDatabase } from "./demo-database";
import type { Principal } from "./keystead";
import { findUser, type User } from "./users";

const cookieName = "demo_session";
const cookie = { httpOnly: true, sameSite: "lax", path: "/demo" } as const;
const sessionHours = 8;
const freshMinutes = 5;

export const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Creates a session: a random token in a cookie and its hash in the database. */
export async function createSession(user: User, principal?: Principal): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const database = await demoDatabase();
  await database.query("DELETE FROM keystead_demo.sessions WHERE expires_at < now()");
  await database.query(
    "INSERT INTO keystead_demo.sessions (hash, user_id, principal, expires_at) VALUES " +
      "($1, $2, $3, now() + make_interval(hours => $4))",
    [
      hashOf(token),
      user.id,
      principal === undefined ? null : JSON.stringify(principal),
      sessionHours,
    ],
  );
  (await cookies()).set(cookieName, token, { ...cookie, maxAge: sessionHours * 3600 });
}

const Row = z.object({
  userId: z.string(),
  principal: z.custom<Principal>().nullable(),
  isFresh: z.boolean(),
  signedInAt: z.date(),
});

export interface Session {
  user: User;
  /** The principal of the sign-in. Null after a sign-in by code. */
  principal: Principal | null;
  /** Whether the sign-in is recent enough to change sign-in methods. */
  isFresh: boolean;
  /** The time of the sign-in in ms. */
  signedInAt: number;
}

/** Returns the request's session, or undefined. */
export async function findSession(): Promise<Session | undefined> {
  const token = (await cookies()).get(cookieName)?.value;
  if (token === undefined) return undefined;
  const database = await demoDatabase();
  const { rows } = await database.query(
    `SELECT user_id AS "userId", principal, signed_in_at AS "signedInAt",
       signed_in_at > now() - make_interval(mins => $2) AS "isFresh"
     FROM keystead_demo.sessions WHERE hash = $1 AND expires_at > now()`,
    [hashOf(token), freshMinutes],
  );
  if (rows[0] === undefined) return undefined;
  const { userId, principal, isFresh, signedInAt } = Row.parse(rows[0]);
  const user = await findUser(userId);
  if (user === undefined) return undefined;
  return { user, principal, isFresh, signedInAt: signedInAt.getTime() };
}

/** Deletes the session from the cookie and the database. */
export async function deleteSession(): Promise<void> {
  const jar = await cookies();
  const token = jar.get(cookieName)?.value;
  if (token !== undefined)
    await (
      await demoDatabase()
    ).query("DELETE FROM keystead_demo.sessions WHERE hash = $1", [hashOf(token)]);
  jar.delete({ name: cookieName, path: cookie.path });
}
