import { LegacyCredential, PasskeyPath } from "@/lib/contract/passkey";
import { getLegacyCredential } from "@/lib/domain/passkey/find-legacy-credentials";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getLegacyCredential",
    summary: "Get a passkey's credential id (legacy)",
    description:
      "Needs no API key. Returns NotFound unless the tenancy has legacy lookups turned on.",
    auth: "open",
    limit: "exchange",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    success: [200, LegacyCredential],
    errors: [],
    handle: ({ ctx, params }) => getLegacyCredential(ctx, params.passkeyId),
  }),
});
