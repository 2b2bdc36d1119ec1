import { z } from "zod";
import {
  type DeletionReason,
  requestDeletion,
  type RequestedDeletion,
} from "@/lib/domain/user/deletion/request-deletion";
import { isServiceError, ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, requireAccountAccess } from "./account-session";
import { accountLifetimes, AccountRefusal } from "./decide-account-access";

/** When a user without a verified mailbox asked for the deletion, which they then confirm. */
const AskedDeletion = z.object({ tenancyId: z.string(), sub: z.string(), askedAt: z.int() });
type AskedDeletion = z.infer<typeof AskedDeletion>;

/** Whether the session used a passkey after the user asked, which the sealed `proof` states. */
async function isConfirmedAgain(
  { secrets, tenancy, clock }: AccountContext,
  { sub, steppedUpAt }: AccountSession,
  proof: string | undefined,
): Promise<boolean> {
  if (proof === undefined || steppedUpAt === null) return false;
  const opened = await secrets.open("account-deletion", proof).catch(() => null);
  const asked = opened === null ? null : AskedDeletion.parse(JSON.parse(opened));
  return (
    asked !== null &&
    asked.tenancyId === tenancy.id &&
    asked.sub === sub &&
    asked.askedAt < steppedUpAt.getTime() &&
    asked.askedAt > clock.now() - accountLifetimes.confirmedMs
  );
}

interface Deletion {
  /** Required if the tenancy's `accountDeletion` is `reason`. */
  reason?: DeletionReason | undefined;
  /** The `proofToken` of the ProofRequired that the first request got. */
  proof?: string | undefined;
}

/**
 * Deletes the user's own account: see `requestDeletion`. All sessions of the account page end.
 * @throws InvalidToken when the session has ended · Forbidden · BadRequest (reason) · ProofRequired
 * with a `proofToken` if the user has no verified mailbox: confirm with a passkey, and send it again
 * with the token. The account is then erased at once
 */
export async function deleteAccount(
  ctx: AccountContext,
  session: AccountSession,
  { reason, proof }: Deletion,
): Promise<RequestedDeletion> {
  const verdict = accessOf(ctx, session, "change");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, session.sub);
  const { sub } = session;
  const request = {
    sub,
    reason,
    isConfirmedAgain: await isConfirmedAgain(ctx, session, proof),
    locale: ctx.request.locale,
  };
  try {
    return await requestDeletion(ctx, request, async (tx) => {
      await requireAccountAccess(ctx, tx, session, "change");
    });
  } catch (error) {
    if (!isServiceError(error) || error.tag !== "@error/ProofRequired") throw error;
    const asked: AskedDeletion = { tenancyId: ctx.tenancy.id, sub, askedAt: ctx.clock.now() };
    throw new ServiceError(
      "@error/ProofRequired",
      {
        proofToken: await ctx.secrets.seal("account-deletion", JSON.stringify(asked)),
        expiresAt: asked.askedAt + accountLifetimes.confirmedMs,
      },
      error.message,
    );
  }
}
