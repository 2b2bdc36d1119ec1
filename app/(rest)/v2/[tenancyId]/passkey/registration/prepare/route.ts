import { AuthorizeRegistration, PreparedPasskeyRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/sign-in/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "prepareRegistration",
    summary: "Authorize a passkey registration (legacy)",
    description:
      "Creates a `registrationToken` as `authorize` does, its successor. Only the response's " +
      "tag differs.",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, PreparedPasskeyRegistration],
    errors: ["@error/InvalidEmail", "@error/ProofRequired"],
    handle: async ({ ctx, body }) => ({
      _tag: "PreparedPasskeyRegistration" as const,
      ...(await authorizeRegistration(ctx, body)),
    }),
  }),
});
