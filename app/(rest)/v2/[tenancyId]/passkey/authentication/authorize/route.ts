import {
  AuthorizeAuthentication,
  AuthorizedPasskeyAuthentication,
} from "@/lib/contract/authentication";
import { authorizeAuthentication } from "@/lib/domain/ceremony/authorize-authentication";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeAuthentication",
    summary: "Authorize a passkey authentication",
    description:
      "Names an account by `userId` or `allowCredentials`, or asks for any passkey with `discoverable: true`. `purpose` comes back in the principal, so that a backend knows which act the passkey was asked for.",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeAuthentication,
    success: [200, AuthorizedPasskeyAuthentication],
    errors: [],
    handle: async ({ ctx, body }) => ({
      _tag: "AuthorizedPasskeyAuthentication" as const,
      ...(await authorizeAuthentication(ctx, body)),
    }),
  }),
});
