import { AuthorizedPasskeyRegistration, AuthorizeRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/sign-in/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "authorizeRegistration",
    summary: "Authorize a passkey registration",
    description:
      "Creates a `registrationToken` with which a page can add one passkey to one account. If " +
      "you send `userId`, it selects the account. Without `userId`, Keystead creates a user, " +
      "and an email (`email`, else a `username` that is an email address) that a user owns is " +
      "DuplicateEmail. In a tenancy with the setting `linkByEmail`, it selects that user " +
      "instead: then always send `userId` if users choose their usernames freely, or anyone can " +
      "enter another user's address and add a passkey to that account. The token is single-use and expires after 10 minutes.",
    auth: "apiKey",
    onceReply: "registration token",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, AuthorizedPasskeyRegistration],
    errors: ["@error/InvalidEmail", "@error/DuplicateEmail", "@error/ProofRequired"],
    handle: async ({ ctx, body }) => ({
      _tag: "AuthorizedPasskeyRegistration" as const,
      ...(await authorizeRegistration(ctx, body)),
    }),
  }),
});
