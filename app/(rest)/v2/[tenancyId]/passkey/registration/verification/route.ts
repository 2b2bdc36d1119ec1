import { RegistrationSuccess, VerifyRegistration } from "@/lib/contract/registration";
import { verifyRegistration } from "@/lib/domain/ceremony/verify-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyRegistration",
    summary: "Finish a passkey registration",
    description:
      "Takes what the device answered. User, passkey, code and audit event are written together or not at all, and the session token is spent whatever comes of it. Hand `code` to your backend.",
    auth: "browser",
    limit: "verification",
    body: VerifyRegistration,
    success: [200, RegistrationSuccess],
    errors: [
      "@error/InvalidToken",
      "@error/VerificationFailed",
      "@error/DuplicatePasskey",
      "@error/DuplicateEmail",
    ],
    handle: ({ ctx, body }) => verifyRegistration(ctx, body),
  }),
});
