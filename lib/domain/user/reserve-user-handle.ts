import { randomBytes } from "node:crypto";
import type { Queryable, TenancyContext } from "@/lib/domain/context";

/**
 * Returns the user's WebAuthn user handle at a relying party: 32 random bytes as base64url. The
 * first call stores it, so concurrent ceremonies use the same one.
 */
export async function reserveUserHandle(
  ctx: TenancyContext,
  db: Queryable,
  sub: string,
  rpId: string,
  proposal?: string,
): Promise<string> {
  const where = { tenancyId: ctx.tenancy.id, sub, rpId };
  const userHandle = proposal ?? randomBytes(32).toString("base64url");
  await db.userHandle.createMany({
    data: [{ ...where, userHandle, createdAt: new Date(ctx.clock.now()) }],
    skipDuplicates: true,
  });
  return (await db.userHandle.findUniqueOrThrow({ where: { tenancyId_sub_rpId: where } }))
    .userHandle;
}
