import { SimulatePasskeyPolicy, SimulationLine } from "@/lib/contract/policy-simulation";
import { simulatePolicy } from "@/lib/domain/passkey/policy/simulate-policy";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "simulatePasskeyPolicy",
    summary: "Simulate a passkey policy",
    description:
      "Checks every passkey that can sign in against the given rules, or the current policy, and " +
      "changes nothing. Streams each passkey that `enforce` would refuse as one line. The last " +
      "line is `PasskeyPolicySimulation` with the totals; a response without it is incomplete.",
    auth: "apiKey",
    scope: ["policy:read", "vault:read"],
    body: SimulatePasskeyPolicy,
    success: [200, SimulationLine],
    respondsWithLines: true,
    errors: [],
    handle: ({ ctx, body }) => simulatePolicy(ctx, body.rules),
  }),
});
