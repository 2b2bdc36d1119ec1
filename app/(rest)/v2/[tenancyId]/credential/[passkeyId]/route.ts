import { LegacyCredential, PasskeyPath } from "@/lib/contract/passkey";
import { getLegacyCredential } from "@/lib/domain/passkey/find-legacy-credentials";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getLegacyCredential",
    summary: "Get a passkey's credential id (legacy)",
    description:
      "Returns the WebAuthn id of one passkey without an API key. Its successor is " +
      "`passkeys/delete`. Returns NotFound unless the tenancy turns legacy lookups on.",
    auth: "open",
    limit: "exchange",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    success: [200, LegacyCredential],
    errors: [],
    handle: ({ ctx, params }) => getLegacyCredential(ctx, params.passkeyId),
  }),
});
