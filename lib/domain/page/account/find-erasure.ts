import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { noteRefusal } from "@/lib/domain/record/counter/note-refusal";
import { findPendingDeletion } from "@/lib/domain/user/deletion/find-pending-deletion";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { isServiceError } from "@/lib/errors";

async function erasureOf(ctx: TenancyContext, sub: string | undefined) {
  if (sub === undefined) return undefined;
  return (await findPendingDeletion(ctx, sub))?.dueAt;
}

/**
 * Returns when the owner of an email is erased, in ms, after a right code. Undefined if they are disabled
 * for another reason.
 */
export const findErasureOfOwner = async (
  ctx: TenancyContext,
  email: string,
): Promise<number | undefined> =>
  erasureOf(ctx, (await findEmailOwner(ctx, ctx.db, requireEmail(email).normalized))?.sub);

/**
 * Returns when the user of a refused sign-in is erased, in ms, and counts the refusal, which the caller
 * doesn't throw. Only a passkey that has signed is refused for its disabled user.
 */
export async function findErasureOfRefused(
  ctx: TenancyContext,
  error: unknown,
): Promise<number | undefined> {
  if (!isServiceError(error) || error.tag !== "@error/PasskeyDisabled") return undefined;
  const { reason, passkeyId } = error.extra as { reason?: string; passkeyId: string };
  if (reason !== "user-disabled") return undefined;
  const passkey = await ctx.db.passkey.findFirst({
    where: { tenancyId: ctx.tenancy.id, OR: [{ id: passkeyId }, { formerId: passkeyId }] },
    select: { sub: true },
  });
  const erasesAt = await erasureOf(ctx, passkey?.sub);
  if (erasesAt !== undefined) noteRefusal(ctx, "sign-in.refused", error);
  return erasesAt;
}
