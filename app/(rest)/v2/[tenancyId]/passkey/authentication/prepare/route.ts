import {
  PrepareAuthentication,
  PreparedPasskeyAuthentication,
} from "@/lib/contract/authentication";
import { authorizeAuthentication } from "@/lib/domain/sign-in/ceremony/authorize-authentication";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "prepareAuthentication",
    summary: "Authorize a passkey sign-in (legacy)",
    description:
      "Creates an `authenticationToken` as `authorize` does, its successor. The response's tag " +
      "differs, and a request without account fields is discoverable.",
    auth: "apiKey",
    scope: "ceremonies",
    body: PrepareAuthentication,
    success: [200, PreparedPasskeyAuthentication],
    errors: [],
    handle: async ({ ctx, body }) => ({
      _tag: "PreparedPasskeyAuthentication" as const,
      ...(await authorizeAuthentication(ctx, body)),
    }),
  }),
});
