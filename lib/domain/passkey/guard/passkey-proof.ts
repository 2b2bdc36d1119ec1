import { z } from "zod";
import type { PasskeyProof } from "@/lib/contract/passkey-proof";
import { isUnusedToken } from "@/lib/domain/access/one-time-token/consume-token";
import { authorizingKey, issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** The purpose of a challenge whose code proves that a user wants another passkey. */
const addPasskeyPurpose = "add-passkey";

const Proved = z.object({ sub: z.string() });

/**
 * Builds the statement that consumes a proof: a request token and a challenge, both or neither. CTEs:
 * - `request`: locks the unused token of a request to add a passkey to this user
 * - `proved`: marks the challenge as used. It must be verified, unused, created after the request,
 *   and sent to the email that the user owns. A user without such an email is matched by `userId`.
 * - `spent`: marks the token as used
 *
 * Of several concurrent uses of the token or of the challenge one gets a row.
 */
function consumeStatement(
  { tenancy, clock }: TenancyContext,
  sub: string,
  { proofToken, challengeId, secret }: PasskeyProof,
): Prisma.Sql {
  const scope = { tenancyId: tenancy.id, now: new Date(clock.now()) };
  return Prisma.sql`
    WITH request AS MATERIALIZED (
      SELECT o."hash", o."createdAt" FROM "OneTimeToken" o
      WHERE o."hash" = ${hashSecretValue(proofToken)} AND o."payload"->>'sub' = ${sub}
        AND ${isUnusedToken(scope, Prisma.sql`'passkeyProof'::"TokenKind"`)}
      FOR UPDATE
    ), proved AS (
      UPDATE "Challenge" c SET "consumedAt" = ${scope.now}
      FROM request r, "User" u
      WHERE c."tenancyId" = ${scope.tenancyId} AND c."id" = ${challengeId}
        AND c."secretHash" = ${hashSecretValue(secret)} AND c."purpose" = ${addPasskeyPurpose}
        AND c."verifiedAt" IS NOT NULL AND c."consumedAt" IS NULL AND c."deletedAt" IS NULL
        AND NOT c."fromVisitor" AND c."createdAt" >= r."createdAt"
        AND u."tenancyId" = c."tenancyId" AND u."sub" = ${sub}
        AND (c."userId" IS NULL OR c."userId" = COALESCE(u."userId", u."sub"))
        AND CASE WHEN u."emailVerified" OR u."emailVouched"
          THEN c."emailNormalized" = u."emailNormalized" ELSE c."userId" IS NOT NULL END
      RETURNING r."hash"
    ), spent AS (
      UPDATE "OneTimeToken" o SET "consumedAt" = ${scope.now}
      WHERE o."tenancyId" = ${scope.tenancyId} AND o."hash" = ANY (ARRAY(SELECT "hash" FROM proved))
      RETURNING o."payload"->>'sub' AS "sub"
    )
    SELECT "sub" FROM spent`;
}

/**
 * Consumes the proof that a user wants another passkey. One statement.
 * @throws ProofRequired when the proof is missing, used, expired or of another user
 */
export async function consumePasskeyProof(
  ctx: TenancyContext,
  db: Queryable,
  { sub, proof }: { sub: string; proof: PasskeyProof | undefined },
): Promise<void> {
  const rows = proof === undefined ? [] : await db.query(Proved)(consumeStatement(ctx, sub, proof));
  if (rows.length === 0) throw new ServiceError("@error/ProofRequired", {}).about({ sub });
}

const isProofRequired = (error: unknown): error is ServiceError<"@error/ProofRequired"> =>
  error instanceof ServiceError && error.tag === "@error/ProofRequired";

/**
 * Runs a backend's request. If it lacks a proof, adds a token to the error. The token is the request
 * to add a passkey: only codes requested later prove it. Call it outside the transaction.
 */
export async function offeringProof<T>(ctx: TenancyContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isProofRequired(error)) throw error;
    const { sub } = error.subject;
    const { token, expiresAt } = await issueToken(ctx, {
      kind: "passkeyProof",
      payload: { sub },
      lifetimeMs: lifetimes.passkeyProofMs,
      apiKeyId: authorizingKey(ctx),
    });
    throw new ServiceError("@error/ProofRequired", { proofToken: token, expiresAt }).about({ sub });
  }
}
