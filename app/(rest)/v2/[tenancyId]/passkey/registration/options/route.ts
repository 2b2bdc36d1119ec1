import { RegistrationOptions, RequestRegistrationOptions } from "@/lib/contract/registration";
import { createRegistrationOptions } from "@/lib/domain/sign-in/ceremony/create-registration-options";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "createRegistrationOptions",
    summary: "Start a passkey registration",
    description:
      "Returns the options with which the page asks the device for a new passkey. Send a " +
      "`registrationToken`, or in self-service an `email` or `username`. Pass `optionsJSON` to " +
      "`PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`; " +
      "the browser library does this for you.",
    auth: "browser",
    limit: "options",
    body: RequestRegistrationOptions,
    token: ({ registrationToken }) =>
      registrationToken === undefined
        ? undefined
        : { kind: "registration", value: registrationToken },
    success: [200, RegistrationOptions],
    errors: [
      "@error/InvalidToken",
      "@error/InvalidEmail",
      "@error/DuplicateEmail",
      "@error/ProofRequired",
    ],
    handle: ({ ctx, body }) => createRegistrationOptions(ctx, body),
  }),
});
