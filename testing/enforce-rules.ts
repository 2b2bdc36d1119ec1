import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { applyPolicyToSignIn } from "@/lib/domain/sign-in/ceremony/apply-policy";
import { ServiceError } from "@/lib/errors";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

interface Enforced {
  /** Of the tenancy with the saved policy. */
  ctx: TenancyContext;
  /** Why a sign-in with the passkey is refused; undefined if it isn't. */
  reasonOf: (passkeyId: string) => Promise<string | undefined>;
}

/** Saves rules that refuse sign-ins. */
export async function enforceRules(
  service: TestService,
  tenancy: TestTenancy,
  rules: PasskeyPolicyRules,
): Promise<Enforced> {
  const { version } = await getPolicy(tenancy.ctx);
  await savePolicy(tenancy.ctx, {
    version,
    rules: { ...rules, mode: "enforce", enforceOnSignIn: true },
  });
  const current = await findTenancy(service, tenancy.id);
  if (current === null) throw new Error("the tenancy is gone");
  const ctx = { ...tenancy.ctx, tenancy: current };
  const reasonOf = async (passkeyId: string): Promise<string | undefined> => {
    const { backupEligible } = await service.db.passkey.findUniqueOrThrow({
      where: { tenancyId_id: { tenancyId: tenancy.id, id: passkeyId } },
    });
    const passkey = { passkeyId, shownId: passkeyId };
    const assertion = { passkey, userVerified: true, backupEligible };
    const embedding = () => ({ crossOrigin: false });
    try {
      await applyPolicyToSignIn(ctx, assertion, embedding);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError) || !("reason" in error.extra)) throw error;
      return String(error.extra.reason);
    }
  };
  return { ctx, reasonOf };
}
