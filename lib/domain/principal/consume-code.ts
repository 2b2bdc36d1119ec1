import { createHash } from "node:crypto";
import { z } from "zod";
import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { CodePayload } from "./code-payload";

const Row = z.object({
  payload: CodePayload,
  passkeyId: z.string(),
  aaguid: z.string(),
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
const challengeOf = (verifier: string) => createHash("sha256").update(verifier, "ascii").digest("base64url");

/**
 * Spends a code: tenancy, life, use, verifier, and passkey and user being enabled are one condition of one statement
 * that also reads, whichever path the code came by. A verifier for a code without a challenge fails it too
 * (RFC 9700 §4.8.2).
 * @throws InvalidCode
 */
export async function consumeCode(ctx: TenancyContext, run: RunStatement, code: string, verifier?: string): Promise<SpentCode> {
  const now = new Date(ctx.clock.now());
  const challenge = verifier === undefined ? null : challengeOf(verifier);
  const [row] = await run(Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${now}
    FROM "Passkey" p, "User" u
    WHERE o."tenancyId" = ${ctx.tenancy.id} AND o."hash" = ${hashSecretValue(code)} AND o."kind" = 'code'
      AND o."consumedAt" IS NULL AND o."expiresAt" > ${now} AND o."codeChallenge" IS NOT DISTINCT FROM ${challenge}
      AND p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId" AND p."disabledAt" IS NULL
      AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" AND u."disabledAt" IS NULL
    RETURNING o."payload", p."id" AS "passkeyId", p."aaguid", u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"`);
  if (row === undefined) throw new ServiceError("@error/InvalidCode");
  return Row.parse(row);
}
