import { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import { verifyAuthentication } from "@/lib/domain/sign-in/ceremony/verify-authentication";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyAuthentication",
    summary: "Finish a passkey sign-in",
    description:
      "Verifies the device's response and returns a one-time code. Send `code` to your backend, " +
      "which exchanges it for the user. Don't trust a principal that the page sends. The " +
      "session token is consumed even if verification fails.",
    auth: "browser",
    limit: "verification",
    isCoalesced: true,
    body: VerifyAuthentication,
    success: [200, AuthenticationSuccess],
    errors: [
      "@error/InvalidToken",
      "@error/VerificationFailed",
      "@error/PasskeyNotFound",
      "@error/PasskeyDisabled",
    ],
    handle: ({ ctx, uncounted, body }) => verifyAuthentication(ctx, uncounted, body),
  }),
});
