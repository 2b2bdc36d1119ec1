import type { PasskeyPolicy, SavePasskeyPolicy } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import type { TenancyContext } from "@/lib/domain/base/context";
import { refusesSignIns } from "./judge";
import { rehearsePolicy } from "./rehearse-policy";
import { savePolicy } from "./save-policy";

export type ConfirmedSave =
  | { isSaved: true; policy: PasskeyPolicy }
  /** Nothing is saved. `totals` are what the operator has to confirm. */
  | { isSaved: false; totals: PasskeyPolicySimulation };

/**
 * Saves a policy as `savePolicy`, unless it refuses users at their next sign-in whom the operator
 * hasn't confirmed. Such rules are simulated at the time of saving.
 * @param input.confirmedRefusals the number of refused users that the operator confirmed; default: 0
 * @throws as savePolicy and simulatePolicy
 */
export async function saveConfirmedPolicy(
  ctx: TenancyContext,
  {
    confirmedRefusals = 0,
    ...input
  }: SavePasskeyPolicy & { confirmedRefusals?: number | undefined },
): Promise<ConfirmedSave> {
  if (refusesSignIns(input)) {
    const { totals } = await rehearsePolicy(ctx, input.rules);
    if (totals.refusedUsers > confirmedRefusals) return { isSaved: false, totals };
  }
  return { isSaved: true, policy: await savePolicy(ctx, input) };
}
