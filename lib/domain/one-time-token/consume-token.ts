import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { TokenKind } from "@/prisma/generated/enums";
import { hashSecretValue } from "./secret-value";

/**
 * The one statement that makes a token single use: tenancy, kind, life, use and the power of the key that authorized
 * it are one condition, so of any number of concurrent uses exactly one gets the row.
 */
export function consumeTokenStatement(ctx: TenancyContext, kind: TokenKind, token: string): Prisma.Sql {
  const now = new Date(ctx.clock.now());
  return Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${now}
    WHERE o."tenancyId" = ${ctx.tenancy.id} AND o."hash" = ${hashSecretValue(token)} AND o."kind" = ${kind}::"TokenKind"
      AND o."consumedAt" IS NULL AND o."expiresAt" > ${now}
      AND (o."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k
        WHERE k."tenancyId" = o."tenancyId" AND k."id" = o."apiKeyId" AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))
    RETURNING o."payload", o."apiKeyId"`;
}

export interface ConsumedToken {
  payload: unknown;
  apiKeyId: string | null;
}

/**
 * Spends a token and returns what it carries.
 * @throws InvalidToken when it is unknown, expired, spent, of another kind or tenancy, or its key was revoked or locked
 */
export async function consumeToken(ctx: TenancyContext, db: Queryable, kind: TokenKind, token: string): Promise<ConsumedToken> {
  const rows = await db.$queryRaw<ConsumedToken[]>(consumeTokenStatement(ctx, kind, token));
  if (rows[0] === undefined) throw new ServiceError("@error/InvalidToken");
  return rows[0];
}
