import { LegacyCredentials, PasskeyIdsPath } from "@/lib/contract/passkey";
import { getLegacyCredentials } from "@/lib/domain/passkey/find-legacy-credentials";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getLegacyCredentials",
    summary: "What a device knows a user's passkeys by, where the tenancy has legacy look-ups on",
    description: "No key. Answers NotFound unless the tenancy's setting for older look-ups is on.",
    auth: "open",
    limit: "exchange",
    params: PasskeyIdsPath,
    malformedPath: "@error/NotFound",
    success: [200, LegacyCredentials],
    errors: [],
    handle: ({ ctx, params }) => getLegacyCredentials(ctx, params.passkeyIds),
  }),
});
