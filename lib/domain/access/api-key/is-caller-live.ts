import type { Caller, Queryable, TenancyContext } from "@/lib/domain/base/context";
import { tenancyVersion } from "@/lib/domain/base/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { type ApiKeyScope, hasScope } from "./scope";

interface Further {
  /** About tenancy `t`, beginning with AND. */
  tenancy: Prisma.Sql;
  /** About key `k`, beginning with AND. */
  key: Prisma.Sql;
}

function isLive({ tenancy, actor, clock }: TenancyContext, further: Further): Prisma.Sql {
  const isTenancyLive = Prisma.sql`EXISTS (
    SELECT 1 FROM "Tenancy" t
    WHERE t."id" = ${tenancy.id} AND t."suspendedAt" IS NULL ${further.tenancy})`;
  if (actor.kind !== "apiKey") return isTenancyLive;
  return Prisma.sql`${isTenancyLive} AND EXISTS (
    SELECT 1 FROM "ApiKey" k
    WHERE k."tenancyId" = ${tenancy.id} AND k."id" = ${actor.id}
      AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > ${new Date(clock.now())}) ${further.key})`;
}

/**
 * Builds the SQL condition that the tenancy and the API key, if a key acts, are still live. Long
 * operations check it repeatedly.
 */
export const isCallerLive = (ctx: TenancyContext): Prisma.Sql =>
  isLive(ctx, { tenancy: Prisma.empty, key: Prisma.empty });

/** Builds the SQL condition that both are live, with the settings and scopes of this context. */
export const isCallerUnchanged = (ctx: TenancyContext): Prisma.Sql =>
  isLive(ctx, {
    tenancy: Prisma.sql`AND ${tenancyVersion} = ${ctx.tenancy.version}`,
    key:
      ctx.actor.kind === "apiKey"
        ? Prisma.sql`AND k."scopes" = ${ctx.actor.scopes}::text[]`
        : Prisma.empty,
  });

/** The error of a request whose API key or tenancy ended while it ran. */
export const callerEnded = (addition = "") =>
  new ServiceError(
    "@error/Forbidden",
    undefined,
    `The API key or its tenancy is no longer live.${addition}`,
  );

/** @throws Forbidden if the tenancy or the API key is no longer live */
export async function requireCallerStillLive(
  ctx: TenancyContext,
  db: Queryable,
  addition?: string,
): Promise<void> {
  if ((await db.$executeRaw`SELECT 1 WHERE ${isCallerLive(ctx)}`) === 0)
    throw callerEnded(addition);
}

/**
 * Requires a further scope for one field of a request. Callers without an API key pass.
 * @throws Forbidden naming the scope
 */
export function requireScope({ actor }: Caller, scope: ApiKeyScope): void {
  if (actor.kind === "apiKey" && !hasScope(actor.scopes, scope))
    throw new ServiceError("@error/Forbidden", undefined, `The API key lacks the scope ${scope}.`);
}
