import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation, RefusedPasskey } from "@/lib/contract/policy-simulation";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { simulatePolicy } from "./simulate-policy";

/** The totals of a simulation, and the first refused passkeys. */
export interface Rehearsal {
  totals: PasskeyPolicySimulation;
  /** At most `limits.simulationListed`. */
  refused: RefusedPasskey[];
}

/** Simulates rules, or the current policy, for display. @throws as simulatePolicy */
export async function rehearsePolicy(
  ctx: TenancyContext,
  rules?: PasskeyPolicyRules,
): Promise<Rehearsal> {
  const refused: RefusedPasskey[] = [];
  for await (const line of simulatePolicy(ctx, rules))
    if (line._tag === "PasskeyPolicySimulation") return { totals: line, refused };
    else if (refused.length < limits.simulationListed) refused.push(line);
  throw new Error("the simulation ended without totals");
}
