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
  /** Null when a mailbox code let the person in, and then the payload names the challenge. */
  passkeyId: z.string().nullable(),
  aaguid: z.string().nullable(),
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

/** What a spent code stands for: the ceremony, and its passkey and user as they are now. */
export type SpentCode = z.infer<typeof Row>;

/** PKCE S256 (RFC 7636 §4.2). */
const challengeOf = (verifier: string) =>
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
 * A wrong or missing verifier does not use the code up. Otherwise a thief could cancel the owner's
 * sign-in. Guessing a verifier of 256 bits in five minutes is hopeless, and `reportRefusedVerifier`
 * audits each attempt.
 * @throws InvalidCode
 */
export async function consumeCode(
  ctx: TenancyContext,
  run: RunStatement,
  code: string,
  verifier?: string,
): Promise<SpentCode> {
  const now = new Date(ctx.clock.now());
  const challenge = verifier === undefined ? null : challengeOf(verifier);
  // Whose the passkey is now, since it may have moved; without a passkey, the user that the code
  // was made for.
  const sub = Prisma.sql`CASE WHEN o."passkeyId" IS NULL THEN o."sub" ELSE (
    SELECT p."sub" FROM "Passkey" p WHERE p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId" AND p."disabledAt" IS NULL) END`;
  const [row] = await run(Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${now}
    FROM "User" u
    WHERE ${isLiveCode(ctx, code, now)} AND o."codeChallenge" IS NOT DISTINCT FROM ${challenge}
      AND u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = ${sub} AND u."disabledAt" IS NULL
    RETURNING o."payload", o."passkeyId", (SELECT p."aaguid" FROM "Passkey" p WHERE p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId") AS "aaguid",
      u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"`);
  if (row === undefined) throw new ServiceError("@error/InvalidCode");
  return Row.parse(row);
}

/**
 * After a refusal, outside its transaction: a live code that came with a wrong verifier, or with
 * none, is worth an audit event.
 */
export async function reportRefusedVerifier(
  ctx: TenancyContext,
  code: string,
  verifier?: string,
): Promise<void> {
  const challenge = verifier === undefined ? null : challengeOf(verifier);
  const [row] = (await ctx.run(Prisma.sql`
    SELECT o."sub" FROM "OneTimeToken" o
    WHERE ${isLiveCode(ctx, code, new Date(ctx.clock.now()))} AND o."codeChallenge" IS DISTINCT FROM ${challenge}`)) as {
    sub: string;
  }[];
  if (row !== undefined)
    await recordAudit(ctx, ctx.db, {
      action: "principal.verifier-refused",
      target: { kind: "user", id: row.sub },
    });
}
