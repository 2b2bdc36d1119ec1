import {
  ExchangePasskeyDeletion,
  PasskeyDeletionInstructions,
} from "@/lib/contract/prepared-token";
import { exchangePasskeyDeletion } from "@/lib/domain/passkey/prepared-token/prepare-passkey-deletion";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "exchangePasskeyDeletion",
    summary: "Exchange a deletion token",
    description:
      "Returns one instruction per credential that devices should remove, for " +
      "`PublicKeyCredential.signalUnknownCredential`. You can repeat it until the token expires.",
    auth: "browser",
    limit: "exchange",
    body: ExchangePasskeyDeletion,
    success: [200, PasskeyDeletionInstructions],
    errors: ["@error/InvalidToken"],
    handle: ({ ctx, body }) => exchangePasskeyDeletion(ctx, body),
  }),
});
