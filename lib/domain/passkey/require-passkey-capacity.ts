import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { badRequest } from "@/lib/errors";

/**
 * Checks that a user may have another passkey. Exact only while the user's row is locked.
 * @returns how many the user has, disabled ones included
 * @throws BadRequest (userId) when the user has as many passkeys as the tenancy allows
 */
export async function requirePasskeyCapacity(
  ctx: TenancyContext,
  db: Queryable,
  sub: string,
): Promise<number> {
  const count = await db.passkey.count({ where: { tenancyId: ctx.tenancy.id, sub } });
  if (count >= ctx.tenancy.passkeysPerUser)
    throw badRequest(
      "userId",
      `this user already has ${count} passkeys, the limit of this tenancy`,
    ).about({ sub });
  return count;
}
