import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { Prisma } from "@/prisma/generated/client";

interface Reservation {
  sub: string;
  rpId: string;
  /** The credentials that the options exclude: the user's own, read before this call. */
  excludedCredentialIds: string[];
  /** How long a registration with this handle may be open. It never shortens an earlier one. */
  openMs: number;
}

const isTaken = Prisma.sql`(SELECT c."isTaken" FROM current c)`;

/**
 * Returns the user handle that creation options send, and marks it as being registered. Concurrent
 * ceremonies of a user get the same one.
 *
 * A device replaces a credential of the same relying party and user handle, unless the options exclude it
 * (WebAuthn L3 §6.3.2 steps 3 and 7). So the user gets a new handle if any other stored credential has the
 * current one: of another user after a move, of another tenancy after an import, or stored since the
 * exclusions were read. CTEs:
 * - `current`: locks the user's handle; `isTaken` says whether another credential has it
 * - `former`: keeps a taken handle until its open registrations end
 */
export async function reserveUserHandle(
  ctx: TenancyContext,
  db: Queryable,
  { sub, rpId, excludedCredentialIds, openMs }: Reservation,
): Promise<string> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const until = new Date(now.getTime() + openMs);
  const proposal = randomBytes(32).toString("base64url");
  // Raw, because reading the handle, replacing it and extending its time must be one statement. Of other
  // tenancies it reveals only whether one has a credential with this handle.
  const [row] = await db.query(z.object({ userHandle: z.string() }))`
    WITH current AS (
      SELECT h."userHandle", h."registrationUntil", EXISTS (
        SELECT 1 FROM "Passkey" p
        WHERE p."userHandle" = h."userHandle" AND p."rpId" = h."rpId"
          AND (p."tenancyId" <> h."tenancyId" OR p."credentialId" <> ALL (${excludedCredentialIds}::text[]))
      ) AS "isTaken"
      FROM "UserHandle" h
      WHERE h."tenancyId" = ${tenancyId} AND h."sub" = ${sub} AND h."rpId" = ${rpId}
      FOR UPDATE OF h
    ), former AS (
      INSERT INTO "FormerUserHandle" AS f
        ("tenancyId", "userHandle", "rpId", "sub", "registrationUntil")
      SELECT ${tenancyId}, c."userHandle", ${rpId}, ${sub}, c."registrationUntil" FROM current c
      WHERE c."isTaken" AND c."registrationUntil" > ${now}
      ON CONFLICT ("tenancyId", "userHandle", "rpId", "sub") DO UPDATE SET
        "registrationUntil" = GREATEST(f."registrationUntil", EXCLUDED."registrationUntil")
    )
    INSERT INTO "UserHandle" AS h
      ("tenancyId", "sub", "rpId", "userHandle", "createdAt", "registrationUntil")
    VALUES (${tenancyId}, ${sub}, ${rpId}, ${proposal}, ${now}, ${until})
    ON CONFLICT ("tenancyId", "sub", "rpId") DO UPDATE SET
      "userHandle" = CASE WHEN ${isTaken} THEN EXCLUDED."userHandle" ELSE h."userHandle" END,
      "createdAt" = CASE WHEN ${isTaken} THEN EXCLUDED."createdAt" ELSE h."createdAt" END,
      "registrationUntil" = CASE WHEN ${isTaken} THEN EXCLUDED."registrationUntil"
        ELSE GREATEST(h."registrationUntil", EXCLUDED."registrationUntil") END
    RETURNING h."userHandle"`;
  if (row === undefined) throw new Error("the upsert returned no row");
  return row.userHandle;
}

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

/** Deletes a batch of former user handles whose registrations have ended. */
export const purgeFormerUserHandles = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "FormerUserHandle", "registrationUntil", clock.now());
