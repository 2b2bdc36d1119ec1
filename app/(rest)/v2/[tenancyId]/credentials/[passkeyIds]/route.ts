import { LegacyCredentials, PasskeyIdsPath } from "@/lib/contract/passkey";
import { getLegacyCredentials } from "@/lib/domain/passkey/find-legacy-credentials";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getLegacyCredentials",
    summary: "List a user's credential ids (legacy)",
    description:
      "Returns the WebAuthn ids of a user's passkeys without an API key. Its successor is " +
      "`passkeys/prune`. Returns NotFound unless the tenancy turns legacy lookups on.",
    auth: "open",
    limit: "exchange",
    params: PasskeyIdsPath,
    malformedPath: "@error/NotFound",
    success: [200, LegacyCredentials],
    errors: [],
    handle: ({ ctx, params }) => getLegacyCredentials(ctx, params.passkeyIds),
  }),
});
