import { ExchangePasskeyPruning, PasskeyPruningInstructions } from "@/lib/contract/prepared-token";
import {
  exchangePasskeyPruning,
  prefetchPasskeyPruning,
} from "@/lib/domain/prepared-token/prepare-passkey-pruning";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "exchangePasskeyPruning",
    summary: "Exchange a token for the passkeys that devices should keep",
    description:
      "For `PublicKeyCredential.signalAllAcceptedCredentials`. Read at the exchange, so that a passkey made meanwhile is kept; nothing is said where no passkey is enabled.",
    auth: "browser",
    limit: "exchange",
    body: ExchangePasskeyPruning,
    prefetch: prefetchPasskeyPruning,
    success: [200, PasskeyPruningInstructions],
    errors: ["@error/InvalidToken"],
    handle: ({ prefetched }) => exchangePasskeyPruning(prefetched),
  }),
});
