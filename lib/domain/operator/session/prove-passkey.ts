import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { consumeCode, type SpentCode } from "@/lib/domain/principal/consume-code";
import { ServiceError } from "@/lib/errors";

/** The purpose of a ceremony that proves a signed-in operator once more. */
export const stepUpPurpose = "console-step-up";

interface Expected {
  /** Absent: either. */
  operation?: SpentCode["payload"]["operation"];
  purpose?: typeof stepUpPurpose;
}

/** A spent code behind which a passkey stood. */
export type ProvedPasskey = SpentCode & { passkeyId: string };

/**
 * Spends the code of a ceremony of the system tenancy, which must be what the console asked for,
 * with user verification.
 * @throws InvalidCode · Forbidden
 */
export async function provePasskey(
  ctx: TenancyContext,
  tx: Queryable,
  code: string,
  expected: Expected,
): Promise<ProvedPasskey> {
  const spent = await consumeCode(ctx, (statement) => tx.$queryRaw(statement), code);
  const { operation, purpose, userVerified } = spent.payload;
  if ((expected.operation ?? operation) !== operation || purpose !== expected.purpose)
    throw new ServiceError("@error/InvalidCode");
  if (!userVerified)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The console needs a passkey with fingerprint, face or PIN.",
    );
  const { passkeyId } = spent;
  if (passkeyId === null) throw new ServiceError("@error/InvalidCode");
  return { ...spent, passkeyId };
}
