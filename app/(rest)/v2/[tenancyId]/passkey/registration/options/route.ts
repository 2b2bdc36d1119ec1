import { RegistrationOptions, RequestRegistrationOptions } from "@/lib/contract/registration";
import { createRegistrationOptions } from "@/lib/domain/ceremony/create-registration-options";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "createRegistrationOptions",
    summary: "Begin a passkey registration",
    description:
      "With a `registrationToken`, or in self-service with `email` or `username`. Hand `optionsJSON` to `navigator.credentials.create` (`PublicKeyCredential.parseCreationOptionsFromJSON`); the browser library does all of it.",
    auth: "browser",
    limit: "options",
    body: RequestRegistrationOptions,
    token: ({ registrationToken }) =>
      registrationToken === undefined
        ? undefined
        : { kind: "registration", value: registrationToken },
    success: [200, RegistrationOptions],
    errors: ["@error/InvalidToken", "@error/InvalidEmail", "@error/DuplicateEmail"],
    handle: ({ ctx, body }) => createRegistrationOptions(ctx, body),
  }),
});
