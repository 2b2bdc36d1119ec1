import { RegistrationSuccess, VerifyRegistration } from "@/lib/contract/registration";
import { verifyRegistration } from "@/lib/domain/sign-in/ceremony/verify-registration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyRegistration",
    summary: "Finish a passkey registration",
    description:
      "Verifies the device's response, stores the passkey and returns a one-time code. Send " +
      "`code` to your backend, which exchanges it for the user. The session token is consumed " +
      "even if verification fails.",
    auth: "browser",
    limit: "verification",
    body: VerifyRegistration,
    success: [200, RegistrationSuccess],
    errors: [
      "@error/InvalidToken",
      "@error/VerificationFailed",
      "@error/DuplicatePasskey",
      "@error/DuplicateEmail",
      "@error/ProofRequired",
    ],
    handle: ({ ctx, body }) => verifyRegistration(ctx, body),
  }),
});
