import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

interface Registered {
  sub: string;
  rpId: string;
  /** The handle that the registration's device has stored. */
  userHandle: string;
  /** How long devices may still list passkeys from before the registration. */
  openMs: number;
}

/**
 * Stores the handle of a completed registration, and marks it as being registered for a while longer.
 * It becomes the user's handle if they have none, and a former one if they have another by now.
 */
export async function keepUserHandle(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, rpId, userHandle, openMs }: Registered,
): Promise<void> {
  const now = ctx.clock.now();
  const until = new Date(now + openMs);
  // Raw, because one of two rows must change, depending on what a concurrent registration stored.
  await tx.$executeRaw`
    WITH own AS (
      INSERT INTO "UserHandle" AS h
        ("tenancyId", "sub", "rpId", "userHandle", "createdAt", "registrationUntil")
      VALUES (${ctx.tenancy.id}, ${sub}, ${rpId}, ${userHandle}, ${new Date(now)}, ${until})
      ON CONFLICT ("tenancyId", "sub", "rpId") DO UPDATE SET "registrationUntil" =
        CASE WHEN h."userHandle" = EXCLUDED."userHandle"
          THEN GREATEST(h."registrationUntil", EXCLUDED."registrationUntil")
          ELSE h."registrationUntil" END
      RETURNING h."userHandle"
    )
    INSERT INTO "FormerUserHandle" AS f
      ("tenancyId", "userHandle", "rpId", "sub", "registrationUntil")
    SELECT ${ctx.tenancy.id}, ${userHandle}, ${rpId}, ${sub}, ${until} FROM own
    WHERE own."userHandle" <> ${userHandle}
    ON CONFLICT ("tenancyId", "userHandle", "rpId", "sub") DO UPDATE SET
      "registrationUntil" = GREATEST(f."registrationUntil", EXCLUDED."registrationUntil")`;
}
