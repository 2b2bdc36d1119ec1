import { AuthenticationOptions, RequestAuthenticationOptions } from "@/lib/contract/authentication";
import { createAuthenticationOptions } from "@/lib/domain/sign-in/ceremony/create-authentication-options";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "createAuthenticationOptions",
    summary: "Start a passkey sign-in",
    description:
      "Returns the options with which the page asks the device for a passkey. Send an " +
      "`authenticationToken`, or in self-service an optional `email`. Pass `optionsJSON` to " +
      "`PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`; the " +
      "browser library does this for you. The response doesn't reveal whether the email is " +
      "known.",
    auth: "browser",
    limit: "options",
    isCoalesced: true,
    body: RequestAuthenticationOptions,
    token: ({ authenticationToken }) =>
      authenticationToken === undefined
        ? undefined
        : { kind: "authentication", value: authenticationToken },
    success: [200, AuthenticationOptions],
    errors: ["@error/InvalidToken", "@error/InvalidEmail"],
    handle: ({ ctx, uncounted, body }) => createAuthenticationOptions(ctx, uncounted, body),
  }),
});
