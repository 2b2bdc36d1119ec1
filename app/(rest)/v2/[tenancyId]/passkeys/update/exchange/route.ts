import { ExchangePasskeyUpdate, PasskeyUpdateInstructions } from "@/lib/contract/prepared-token";
import {
  exchangePasskeyUpdate,
  prefetchPasskeyUpdate,
} from "@/lib/domain/prepared-token/prepare-passkey-update";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "exchangePasskeyUpdate",
    summary: "Exchange a token for the names that devices should show",
    description:
      "One instruction per relying party and user handle, for `PublicKeyCredential.signalCurrentUserDetails`, with the name that is stored now. May be repeated until the token expires.",
    auth: "browser",
    limit: "exchange",
    body: ExchangePasskeyUpdate,
    prefetch: prefetchPasskeyUpdate,
    success: [200, PasskeyUpdateInstructions],
    errors: ["@error/InvalidToken"],
    handle: ({ prefetched }) => exchangePasskeyUpdate(prefetched),
  }),
});
