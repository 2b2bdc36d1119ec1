import { z } from "zod";
import type { AcceptedPasskeys } from "@/lib/contract/prepared-token";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

const Row = z.object({ credentialId: z.string() });

/**
 * Finds what to tell a device after a sign-in (WebAuthn L3 §5.1.10.3): every stored passkey of this user
 * handle, disabled and quarantined ones included, because the device may drop the others for good. Call
 * it after the commit.
 *
 * Finds nothing while a registration with the handle is or was open within the ceremony timeout: the
 * device may have a passkey that is not stored yet. Nor if another tenancy has a passkey with this handle,
 * which an import can cause.
 */
async function findAll(
  ctx: TenancyContext,
  { rpId, userHandle }: { rpId: string; userHandle: string },
): Promise<AcceptedPasskeys | undefined> {
  const tenancyId = ctx.tenancy.id;
  // Raw, because passkeys and the open registration must be read by one statement. The condition on other
  // tenancies reveals only whether there is one.
  const rows = await ctx.db.query(Row)`
    SELECT p."credentialId" FROM "Passkey" p
    WHERE p."tenancyId" = ${tenancyId} AND p."userHandle" = ${userHandle} AND p."rpId" = ${rpId}
      AND NOT EXISTS (
        SELECT 1 FROM (
          SELECT "tenancyId", "userHandle", "rpId", "registrationUntil" FROM "UserHandle"
          UNION ALL
          SELECT "tenancyId", "userHandle", "rpId", "registrationUntil" FROM "FormerUserHandle") h
        WHERE h."tenancyId" = ${tenancyId} AND h."userHandle" = ${userHandle} AND h."rpId" = ${rpId}
          AND h."registrationUntil" > ${new Date(ctx.clock.now())})
      AND NOT EXISTS (
        SELECT 1 FROM "Passkey" o
        WHERE o."userHandle" = ${userHandle} AND o."rpId" = ${rpId} AND o."tenancyId" <> ${tenancyId})
    ORDER BY p."id" LIMIT ${limits.acceptedPasskeys + 1}`;
  // A shortened list would make the device drop the rest.
  if (rows.length === 0 || rows.length > limits.acceptedPasskeys) return undefined;
  return {
    rpId,
    userId: userHandle,
    allAcceptedCredentialIds: rows.map(({ credentialId }) => credentialId),
  };
}

/** Does the same as `findAll` if the tenancy sends signals. A failure only skips the signal. */
export async function findAcceptedPasskeys(
  ctx: TenancyContext,
  passkey: { rpId: string; userHandle: string },
): Promise<AcceptedPasskeys | undefined> {
  if (!ctx.tenancy.signalsAfterSignIn) return undefined;
  try {
    return await findAll(ctx, passkey);
  } catch (error) {
    ctx.log.warn(
      { event: "signals.failed", error: error instanceof Error ? error.name : "unknown" },
      "finding accepted passkeys failed; the sign-in succeeded",
    );
    return undefined;
  }
}
