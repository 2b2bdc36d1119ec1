import type { PasskeyProof } from "@/lib/contract/passkey-proof";
import type { ExchangeCode, ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import type { TenancyContext } from "@/lib/domain/base/context";
import { assignUserId } from "@/lib/domain/passkey/assign-user-id";
import { ofDisabledUser } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { wakeNotices } from "@/lib/domain/passkey/guard/notify-of-passkey";
import { offeringProof } from "@/lib/domain/passkey/guard/passkey-proof";
import { takeUserId } from "@/lib/domain/user/take-user-id";
import { ServiceError } from "@/lib/errors";
import { consumeCode, type ConsumedCode, reportRefusedVerifier } from "./consume-code";
import { toExtendedPrincipal, toPrincipal } from "./to-principal";

const countExchange = (ctx: TenancyContext) => ctx.activity.note(ctx.tenancy.id, "code.exchanged");

interface Presented {
  code: string;
  verifier?: string | undefined;
}

/** Runs an exchange. If it throws `InvalidCode`, audits a wrong or missing verifier. */
async function auditRefusals<T>(
  ctx: TenancyContext,
  { code, verifier }: Presented,
  exchange: () => Promise<T>,
): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof ServiceError && error.tag === "@error/InvalidCode")
      await reportRefusedVerifier(ctx, code, verifier);
    throw error;
  }
}

/**
 * Exchanges a code at GET /{tenancyId}/token/{token}. One round trip. Refuses a passkey in
 * quarantine, because this principal can't tell the backend about it.
 * @throws InvalidCode
 */
export async function exchangeToken(ctx: TenancyContext, token: string): Promise<Principal> {
  const consumed = await auditRefusals(ctx, { code: token }, () =>
    consumeCode(ctx, token, { refusesQuarantined: true }),
  );
  countExchange(ctx);
  return toPrincipal(ctx, token, consumed);
}

/**
 * Consumes a code and assigns the application's user id to its passkey, or to its user if it has no
 * passkey, in one transaction.
 */
async function consumeAndAssign(
  ctx: TenancyContext,
  { code, verifier }: Presented,
  { userId, proof }: { userId: string; proof: PasskeyProof | undefined },
): Promise<ConsumedCode> {
  return ctx.db.$transaction(async (tx) => {
    const consumed = await consumeCode(ctx, code, { verifier, transaction: tx });
    const { passkeyId, shownPasskeyId, sub: own, quarantinedUntil } = consumed;
    const assigned =
      passkeyId === null
        ? { user: await takeUserId(ctx, tx, { sub: own, userId }), quarantinedUntil }
        : await assignUserId(ctx, tx, {
            passkeyId,
            userId,
            proof,
            whenDisabled: ofDisabledUser(shownPasskeyId ?? passkeyId),
          });
    const owner = assigned?.user ?? null;
    if (owner === null) throw new ServiceError("@error/InvalidCode");
    const { sub, email, givenName, familyName, emailVerified } = owner;
    return {
      ...consumed,
      sub,
      userId: owner.userId,
      email,
      givenName,
      familyName,
      emailVerified,
      quarantinedUntil: assigned?.quarantinedUntil ?? null,
    };
  });
}

/**
 * Exchanges a code at GET or POST principal/{code}. One round trip, or one transaction if the body
 * has a `userId`.
 * @throws InvalidCode · BadRequest (userId), PasskeyDisabled and ProofRequired, which leave the code
 * valid
 */
export async function exchangeCode(
  ctx: TenancyContext,
  code: string,
  { userId, code_verifier, proof }: ExchangeCode = {},
): Promise<ExtendedPrincipal> {
  const presented = { code, verifier: code_verifier };
  const consumed = await auditRefusals(ctx, presented, () =>
    userId === undefined
      ? consumeCode(ctx, code, { verifier: code_verifier })
      : offeringProof(ctx, () => consumeAndAssign(ctx, presented, { userId, proof })),
  );
  countExchange(ctx);
  if (userId !== undefined) wakeNotices(ctx);
  return toExtendedPrincipal(ctx, consumed);
}
