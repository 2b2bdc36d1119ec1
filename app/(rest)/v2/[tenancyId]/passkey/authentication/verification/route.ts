import { AuthenticationSuccess, VerifyAuthentication } from "@/lib/contract/authentication";
import { prefetchAuthenticationSession } from "@/lib/domain/ceremony/consume-authentication-session";
import { verifyAuthentication } from "@/lib/domain/ceremony/verify-authentication";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyAuthentication",
    summary: "Finish a passkey authentication",
    description:
      "Takes what the device answered and spends the session token. Hand `code` to your backend; what the page learns here proves nothing to it.",
    auth: "browser",
    limit: "verification",
    body: VerifyAuthentication,
    prefetch: prefetchAuthenticationSession,
    success: [200, AuthenticationSuccess],
    errors: [
      "@error/InvalidToken",
      "@error/VerificationFailed",
      "@error/PasskeyNotFound",
      "@error/PasskeyDisabled",
    ],
    handle: ({ ctx, body, prefetched }) => verifyAuthentication(ctx, body, prefetched),
  }),
});
