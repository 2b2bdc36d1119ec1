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
 * The condition for a valid token in row `o`: it belongs to the tenancy and is of this kind, is
 * neither used nor expired, and the API key that authorized it, if any, is neither revoked nor
 * locked.
 */
export function isLiveToken({ tenancyId, now }: Scope, kind: TokenKind, token: string): Prisma.Sql {
  return Prisma.sql`
    o."tenancyId" = ${tenancyId} AND o."hash" = ${hashSecretValue(token)} AND o."kind" = ${kind}::"TokenKind"
      AND o."consumedAt" IS NULL AND o."expiresAt" > ${now}
      AND (o."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k
        WHERE k."tenancyId" = o."tenancyId" AND k."id" = o."apiKeyId"
          AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))`;
}

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
