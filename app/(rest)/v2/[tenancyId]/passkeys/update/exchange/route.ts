import { ExchangePasskeyUpdate, PasskeyUpdateInstructions } from "@/lib/contract/prepared-token";
import { exchangePasskeyUpdate } from "@/lib/domain/passkey/prepared-token/prepare-passkey-update";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "exchangePasskeyUpdate",
    summary: "Exchange an update token",
    description:
      "Returns one instruction for `PublicKeyCredential.signalCurrentUserDetails` per relying party " +
      "and user handle, with the currently stored name. You can repeat it until the token expires.",
    auth: "browser",
    limit: "exchange",
    body: ExchangePasskeyUpdate,
    success: [200, PasskeyUpdateInstructions],
    errors: ["@error/InvalidToken"],
    handle: ({ ctx, body }) => exchangePasskeyUpdate(ctx, body),
  }),
});
