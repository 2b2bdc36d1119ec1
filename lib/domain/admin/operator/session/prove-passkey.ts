import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { consumeCode, type ConsumedCode } from "@/lib/domain/sign-in/principal/consume-code";
import { ServiceError } from "@/lib/errors";

/** The purpose of a step-up ceremony of a signed-in operator. */
export const stepUpPurpose = "console-step-up";

interface Expected {
  /** Either operation if absent. */
  operation?: ConsumedCode["payload"]["operation"];
  purpose?: typeof stepUpPurpose;
}

/** A consumed code of a passkey ceremony. */
export type ProvedPasskey = ConsumedCode & { passkeyId: string };

/**
 * Consumes the code of a passkey ceremony in the system tenancy.
 * @throws InvalidCode for another operation or purpose · Forbidden without user verification
 */
export async function provePasskey(
  ctx: TenancyContext,
  tx: Queryable,
  code: string,
  expected: Expected,
): Promise<ProvedPasskey> {
  const spent = await consumeCode(ctx, code, {
    transaction: tx,
  });
  const { operation, purpose, userVerified } = spent.payload;
  if ((expected.operation ?? operation) !== operation || purpose !== expected.purpose)
    throw new ServiceError("@error/InvalidCode");
  if (!userVerified)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The console requires a passkey with fingerprint, face or PIN.",
    );
  const { passkeyId } = spent;
  if (passkeyId === null) throw new ServiceError("@error/InvalidCode");
  return { ...spent, passkeyId };
}
