import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/context";

interface Reservation {
  sub: string;
  rpId: string;
  /** How long a registration with this handle may be open. It never shortens an earlier one. */
  openMs: number;
  /** Handle to store if the user has none. Defaults to 32 random bytes as base64url. */
  proposal?: string;
}

/**
 * Returns the user's WebAuthn user handle at a relying party, and marks it as being registered. The
 * first call stores it, so concurrent ceremonies use the same one.
 */
export async function reserveUserHandle(
  ctx: TenancyContext,
  db: Queryable,
  { sub, rpId, openMs, proposal = randomBytes(32).toString("base64url") }: Reservation,
): Promise<string> {
  const now = ctx.clock.now();
  // Raw, because reading the handle and extending its time must be one statement.
  const [row] = await db.query(z.object({ userHandle: z.string() }))`
    INSERT INTO "UserHandle" AS h
      ("tenancyId", "sub", "rpId", "userHandle", "createdAt", "registrationUntil")
    VALUES (${ctx.tenancy.id}, ${sub}, ${rpId}, ${proposal}, ${new Date(now)}, ${new Date(now + openMs)})
    ON CONFLICT ("tenancyId", "sub", "rpId") DO UPDATE SET
      "registrationUntil" = GREATEST(h."registrationUntil", EXCLUDED."registrationUntil")
    RETURNING h."userHandle"`;
  if (row === undefined) throw new Error("the upsert returned no row");
  return row.userHandle;
}
