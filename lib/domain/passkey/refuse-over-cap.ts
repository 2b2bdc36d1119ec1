import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";

/**
 * @throws BadRequest naming userId when the user has as many passkeys as the tenancy allows; exact
 * only while the user's
 *   row is locked
 */
export async function refuseOverCap(
  ctx: TenancyContext,
  db: Queryable,
  sub: string,
): Promise<void> {
  const count = await db.passkey.count({ where: { tenancyId: ctx.tenancy.id, sub } });
  if (count >= ctx.tenancy.passkeysPerUser)
    throw badRequest(
      "userId",
      `this user already has ${count} passkeys, the most that this tenancy allows`,
    );
}
