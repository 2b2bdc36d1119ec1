import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { TokenKind } from "@/prisma/generated/enums";
import { hashSecretValue } from "./secret-value";

interface Scope {
  tenancyId: string;
  now: Date;
}

/**
 * The condition for row `o` to be a valid token of this tenancy and kind: it is neither used nor
 * expired, and the API key that authorized it, if any, is neither revoked nor locked.
 * @param kind a "TokenKind"
 */
export const isUnusedToken = ({ tenancyId, now }: Scope, kind: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`
    o."tenancyId" = ${tenancyId} AND o."kind" = ${kind}
      AND o."consumedAt" IS NULL AND o."expiresAt" > ${now}
      AND (o."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k
        WHERE k."tenancyId" = o."tenancyId" AND k."id" = o."apiKeyId"
          AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))`;

/** The condition for row `o` to be this token, and valid. */
export const isLiveToken = (scope: Scope, kind: TokenKind, token: string): Prisma.Sql =>
  Prisma.sql`
    o."hash" = ${hashSecretValue(token)} AND ${isUnusedToken(scope, Prisma.sql`${kind}::"TokenKind"`)}`;

/**
 * CTEs that consume tokens, so that of several concurrent uses exactly one gets the token:
 * - `locked`: locks the valid tokens, by hash, so that two statements never deadlock
 * - `consumed`: marks them as used
 *
 * They compare with arrays, because a join can get a plan that reads all of the tenancy's tokens.
 * @param kind a "TokenKind"
 * @param hashes a SELECT of the tokens' hashes
 */
export const consumeTokens = (scope: Scope, kind: Prisma.Sql, hashes: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`
  locked AS MATERIALIZED (
    SELECT o."hash" FROM "OneTimeToken" o
    WHERE o."hash" = ANY (ARRAY(${hashes}))
      AND ${isUnusedToken(scope, kind)}
    ORDER BY o."hash" FOR UPDATE
  ), consumed AS (
    UPDATE "OneTimeToken" o SET "consumedAt" = ${scope.now}
    WHERE o."tenancyId" = ${scope.tenancyId} AND o."hash" = ANY (ARRAY(SELECT "hash" FROM locked))
    RETURNING o."hash", o."kind", o."payload", o."apiKeyId", o."createdAt"
  )`;

/**
 * The statement that makes a token single-use. It checks the token and marks it as used in one
 * UPDATE, so of several concurrent uses exactly one gets the row and the others get none.
 * @param condition a further condition
 */
export function consumeTokenStatement(
  scope: Scope,
  kind: TokenKind,
  token: string,
  condition = Prisma.sql`TRUE`,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${scope.now}
    WHERE ${isLiveToken(scope, kind, token)} AND ${condition}
    RETURNING o."payload", o."apiKeyId"`;
}

const ConsumedToken = z.object({ payload: z.unknown(), apiKeyId: z.string().nullable() });
export type ConsumedToken = z.infer<typeof ConsumedToken>;

/**
 * Consumes a token and returns its payload.
 * @throws InvalidToken when it is unknown, expired or used, belongs to another kind or tenancy, or
 * its API key was revoked or locked
 */
export async function consumeToken(
  ctx: TenancyContext,
  kind: TokenKind,
  token: string,
  tx: Queryable = ctx.db,
): Promise<ConsumedToken> {
  const [consumed] = await tx.query(ConsumedToken)(
    consumeTokenStatement(
      { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) },
      kind,
      token,
    ),
  );
  if (consumed === undefined) throw new ServiceError("@error/InvalidToken");
  return consumed;
}
