import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { TokenKind } from "@/prisma/generated/enums";
import { hashSecretValue } from "./secret-value";

interface Scope {
  tenancyId: string;
  now: Date;
}

/**
 * What must hold of a token's row `o`: tenancy, kind, life, not spent, and the power of the key
 * that authorized it.
 */
export function isLiveToken({ tenancyId, now }: Scope, kind: TokenKind, token: string): Prisma.Sql {
  return Prisma.sql`
    o."tenancyId" = ${tenancyId} AND o."hash" = ${hashSecretValue(token)} AND o."kind" = ${kind}::"TokenKind"
      AND o."consumedAt" IS NULL AND o."expiresAt" > ${now}
      AND (o."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k
        WHERE k."tenancyId" = o."tenancyId" AND k."id" = o."apiKeyId" AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))`;
}

/**
 * The one statement that makes a token single use: what must hold and its use are one condition, so
 * of any number of concurrent uses exactly one gets the row. `also` is a further condition.
 */
export function consumeTokenStatement(
  scope: Scope,
  kind: TokenKind,
  token: string,
  also = Prisma.sql`TRUE`,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE "OneTimeToken" o SET "consumedAt" = ${scope.now}
    WHERE ${isLiveToken(scope, kind, token)} AND ${also}
    RETURNING o."payload", o."apiKeyId"`;
}

const ConsumedToken = z.object({ payload: z.unknown(), apiKeyId: z.string().nullable() });
export type ConsumedToken = z.infer<typeof ConsumedToken>;

/**
 * Spends a token and returns what it carries.
 * @throws InvalidToken when it is unknown, expired, spent, of another kind or tenancy, or its key
 * was revoked or locked
 */
export async function consumeToken(
  ctx: TenancyContext,
  kind: TokenKind,
  token: string,
): Promise<ConsumedToken> {
  const [row] = await ctx.run(
    consumeTokenStatement(
      { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) },
      kind,
      token,
    ),
  );
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return ConsumedToken.parse(row);
}
