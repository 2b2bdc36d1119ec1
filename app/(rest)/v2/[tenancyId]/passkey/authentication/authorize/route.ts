import {
  AuthorizeAuthentication,
  AuthorizedPasskeyAuthentication,
} from "@/lib/contract/authentication";
import { authorizeAuthentication } from "@/lib/domain/sign-in/ceremony/authorize-authentication";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeAuthentication",
    summary: "Authorize a passkey sign-in",
    description:
      "Creates an `authenticationToken` with which a page can ask one user, or any user, for a " +
      "passkey. Select an account with `userId` or `allowCredentials`, or accept any passkey " +
      "with `discoverable: true`. The principal contains `purpose`, so your backend knows which " +
      "action the user confirmed.",
    auth: "apiKey",
    onceReply: "authentication token",
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
