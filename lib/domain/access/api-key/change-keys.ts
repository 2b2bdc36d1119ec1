import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { callerEnded, isCallerLive } from "./is-caller-live";
import { lackedScopes } from "./scope";

const ActingKey = z.object({ scopes: z.array(z.string()), expiresAt: z.date().nullable() });

/** The API key that changes keys. It can't reach beyond its own scopes and expiry. */
export type ActingKey = z.infer<typeof ActingKey>;

/**
 * Returns the calling API key. Null for operators, the command line and configuration files, which no
 * key limits.
 * @throws Forbidden if the key ended since it was authenticated
 */
async function findActingKey(ctx: TenancyContext, tx: Queryable): Promise<ActingKey | null> {
  const { actor, tenancy } = ctx;
  if (actor.kind === "browser") throw new ServiceError("@error/Forbidden");
  if (actor.kind !== "apiKey") return null;
  const [found] = await tx.query(ActingKey)`
    SELECT a."scopes", a."expiresAt" FROM "ApiKey" a
    WHERE a."tenancyId" = ${tenancy.id} AND a."id" = ${actor.id} AND ${isCallerLive(ctx)}`;
  if (found === undefined) throw callerEnded();
  return found;
}

/**
 * Changes keys of the tenancy in a transaction, one change at a time. A key that is being locked or
 * revoked can't create or unlock another one meanwhile.
 * @param change gets the calling API key, or null
 * @throws Forbidden if the calling API key ended since it was authenticated
 */
export const changeKeys = <T>(
  ctx: TenancyContext,
  change: (tx: Queryable, by: ActingKey | null) => Promise<T>,
): Promise<T> =>
  ctx.db.$transaction(async (tx) => {
    await takeLocks(tx, `api-keys ${ctx.tenancy.id}`);
    return change(tx, await findActingKey(ctx, tx));
  });

/** @throws Forbidden naming the scopes of the other key that the calling key lacks */
export function requireScopesOf(by: ActingKey | null, scopes: readonly string[]): void {
  const lacked = by === null ? [] : lackedScopes(by.scopes, scopes);
  if (lacked.length > 0)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      `The API key can act only on keys whose scopes it has. It lacks ${lacked.join(", ")}.`,
    );
}

/**
 * Bounds how many keys an API key can create.
 * @throws BadRequest if the tenancy has too many keys in use
 */
export async function requireKeyCapacity(
  { tenancy, clock }: TenancyContext,
  tx: Queryable,
  by: ActingKey | null,
): Promise<void> {
  if (by === null) return;
  const inUse = await tx.apiKey.count({
    where: {
      tenancyId: tenancy.id,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(clock.now()) } }],
    },
  });
  if (inUse >= limits.apiKeysInUse)
    throw badRequest("", `The tenancy has ${inUse} keys in use. Revoke some first.`);
}
