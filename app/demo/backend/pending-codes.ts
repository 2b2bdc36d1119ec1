import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { z } from "zod";
import { demoDatabase } from "./demo-database";
import { hashOf } from "./sessions";

/** Purposes of a code. The email explains each. */
export const codePurposes = [
  "sign-up",
  "login",
  "recovery",
  "verify-email",
  "email-change",
] as const;
export type CodePurpose = (typeof codePurposes)[number];

const PendingCode = z.object({
  challengeId: z.string(),
  secret: z.string(),
  purpose: z.enum(codePurposes),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  /** The signed-in user whose account the code changes. */
  userId: z.string().nullable(),
});
export type PendingCode = z.infer<typeof PendingCode>;

const cookieName = "demo_code";
const cookie = { httpOnly: true, sameSite: "lax", path: "/demo" } as const;

/**
 * Binds the challenge to the requesting browser, so that the code works in no other. The secret
 * stays in this backend.
 */
export async function keepPendingCode(pending: PendingCode, expiresAt: number): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const { challengeId, secret, purpose, email, givenName, familyName, userId } = pending;
  const database = await demoDatabase();
  await database.query("DELETE FROM keystead_demo.pending_codes WHERE expires_at < now()");
  await database.query(
    `INSERT INTO keystead_demo.pending_codes
       (hash, challenge_id, secret, purpose, email, given_name, family_name, user_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0))`,
    [hashOf(token), challengeId, secret, purpose, email, givenName, familyName, userId, expiresAt],
  );
  (await cookies()).set(cookieName, token, { ...cookie, expires: expiresAt });
}

export async function findPendingCode(): Promise<PendingCode | undefined> {
  const token = (await cookies()).get(cookieName)?.value;
  if (token === undefined) return undefined;
  const database = await demoDatabase();
  const { rows } = await database.query(
    `SELECT challenge_id AS "challengeId", secret, purpose, email, given_name AS "givenName",
       family_name AS "familyName", user_id AS "userId"
     FROM keystead_demo.pending_codes WHERE hash = $1`,
    [hashOf(token)],
  );
  return rows[0] === undefined ? undefined : PendingCode.parse(rows[0]);
}

export async function forgetPendingCode(): Promise<void> {
  const jar = await cookies();
  const token = jar.get(cookieName)?.value;
  if (token !== undefined)
    await (
      await demoDatabase()
    ).query("DELETE FROM keystead_demo.pending_codes WHERE hash = $1", [hashOf(token)]);
  jar.delete({ name: cookieName, path: cookie.path });
}
