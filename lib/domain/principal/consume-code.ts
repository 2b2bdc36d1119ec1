import { createHash } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { CodePayload } from "./code-payload";

const Row = z.object({
  payload: CodePayload,
  /** Null after a sign-in with an emailed code; the payload then has a `challengeId`. */
  passkeyId: z.string().nullable(),
  aaguid: z.string().nullable(),
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

/** A consumed code: its ceremony, and the current state of its passkey and user. */
export type ConsumedCode = z.infer<typeof Row>;

/** PKCE S256 (RFC 7636 §4.2). */
const codeChallengeOf = (verifier: string) =>
  createHash("sha256").update(verifier, "ascii").digest("base64url");

const isLiveCode = (ctx: TenancyContext, code: string, now: Date) =>
  isLiveToken({ tenancyId: ctx.tenancy.id, now }, "code", code);

/**
 * Exchanges a code in one statement that checks, marks the code as used, and reads. The conditions:
 * - the code belongs to this tenancy, has not expired and has not been used;
 * - the API key that authorized its ceremony, if any, is neither locked nor revoked now;
 * - the verifier matches, or the code has no PKCE challenge and no verifier was sent (RFC 9700
 * §4.8.2);
 * - the passkey and the user are enabled.
 *
 * A wrong or missing verifier does not use up the code. Otherwise a thief could cancel the owner's
 * sign-in. A 256-bit verifier cannot be guessed in five minutes, and `reportRefusedVerifier` audits
 * each attempt.
 * @throws InvalidCode
 */
export async function consumeCode(
  ctx: TenancyContext,
  run: RunStatement,
  code: string,
  verifier?: string,
): Promise<ConsumedCode> {
  const now = new Date(ctx.clock.now());
  const codeChallenge = verifier === undefined ? null : codeChallengeOf(verifier);
  // The passkey's current user, because it may have moved; without a passkey, the code's own user.
  const sub = Prisma.sql`CASE WHEN o."passkeyId" IS NULL THEN o."sub" ELSE (
    SELECT p."sub" FROM "Passkey" p
    WHERE p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId" AND p."disabledAt" IS NULL) END`;
  const [row] = await run(Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${now}
    FROM "User" u
    WHERE ${isLiveCode(ctx, code, now)} AND o."codeChallenge" IS NOT DISTINCT FROM ${codeChallenge}
      AND u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = ${sub} AND u."disabledAt" IS NULL
    RETURNING o."payload", o."passkeyId", (
        SELECT p."aaguid" FROM "Passkey" p WHERE p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId"
      ) AS "aaguid",
      u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"`);
  if (row === undefined) throw new ServiceError("@error/InvalidCode");
  return Row.parse(row);
}

/**
 * Writes an audit event if a refused code is valid but its verifier was wrong or missing. Call it
 * after the refused exchange, outside its transaction.
 */
export async function reportRefusedVerifier(
  ctx: TenancyContext,
  code: string,
  verifier?: string,
): Promise<void> {
  const codeChallenge = verifier === undefined ? null : codeChallengeOf(verifier);
  const [row] = (await ctx.run(Prisma.sql`
    SELECT o."sub" FROM "OneTimeToken" o
    WHERE ${isLiveCode(ctx, code, new Date(ctx.clock.now()))}
      AND o."codeChallenge" IS DISTINCT FROM ${codeChallenge}`)) as { sub: string }[];
  if (row !== undefined)
    await recordAudit(ctx, ctx.db, {
      action: "principal.verifier-refused",
      target: { kind: "user", id: row.sub },
    });
}
