import { AuthorizeRegistration, PreparedPasskeyRegistration } from "@/lib/contract/registration";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "prepareRegistration",
    summary: "Older alias of authorize",
    description: "As `authorize`, with the older tag in the answer.",
    auth: "apiKey",
    scope: "ceremonies",
    body: AuthorizeRegistration,
    success: [200, PreparedPasskeyRegistration],
    errors: ["@error/InvalidEmail"],
    handle: async ({ ctx, body }) => ({
      _tag: "PreparedPasskeyRegistration" as const,
      ...(await authorizeRegistration(ctx, body)),
    }),
  }),
});
