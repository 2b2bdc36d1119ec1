import { ExchangePasskeyPruning, PasskeyPruningInstructions } from "@/lib/contract/prepared-token";
import { exchangePasskeyPruning } from "@/lib/domain/passkey/prepared-token/prepare-passkey-pruning";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "exchangePasskeyPruning",
    summary: "Exchange a prune token",
    description:
      "Returns the passkeys that devices should keep, as instructions for " +
      "`PublicKeyCredential.signalAllAcceptedCredentials`. The list is read at the exchange and " +
      "includes passkeys created since. Without an enabled passkey, there are no instructions.",
    auth: "browser",
    limit: "exchange",
    body: ExchangePasskeyPruning,
    success: [200, PasskeyPruningInstructions],
    errors: ["@error/InvalidToken"],
    handle: ({ ctx, body }) => exchangePasskeyPruning(ctx, body),
  }),
});
