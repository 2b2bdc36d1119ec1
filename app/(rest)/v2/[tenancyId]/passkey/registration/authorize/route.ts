import { AuthorizeRegistration, AuthorizedPasskeyRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeRegistration",
    summary: "Authorize a passkey registration",
    description:
      "Send `userId`: then it alone decides who gets the passkey. **Without `userId`, a `username` that is an email address joins the user who owns that address.** If people choose their usernames freely in your application, always send `userId`; otherwise anyone can type another user's address and get a passkey for their account. If nobody owns the address, Keystead creates a user. The `registrationToken` is for the page, expires in 10 minutes and works once.",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, AuthorizedPasskeyRegistration],
    errors: ["@error/InvalidEmail"],
    handle: async ({ ctx, body }) => ({
      _tag: "AuthorizedPasskeyRegistration" as const,
      ...(await authorizeRegistration(ctx, body)),
    }),
  }),
});
