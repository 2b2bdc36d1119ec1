import { AuthorizeRegistration, AuthorizedPasskeyRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint";
import { methods } from "@/lib/http/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeRegistration",
    summary: "Authorize a passkey registration",
    description: "Whose passkey it becomes: `userId` alone decides when it is given; else the user who holds the email; else a new user. Hand the `registrationToken` to the page: it is good for 10 minutes and once.",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, AuthorizedPasskeyRegistration],
    errors: ["@error/InvalidEmail"],
    handle: async ({ ctx, body }) => ({ _tag: "AuthorizedPasskeyRegistration" as const, ...(await authorizeRegistration(ctx, body)) }),
  }),
});
