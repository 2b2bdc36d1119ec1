import { AuthorizeRegistration, AuthorizedPasskeyRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint";
import { methods } from "@/lib/http/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeRegistration",
    summary: "Authorize a passkey registration",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, AuthorizedPasskeyRegistration],
    errors: ["@error/InvalidEmail"],
    handle: async ({ ctx, body }) => ({ _tag: "AuthorizedPasskeyRegistration" as const, ...(await authorizeRegistration(ctx, body)) }),
  }),
});
