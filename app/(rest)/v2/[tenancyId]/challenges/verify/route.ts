import { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyChallenge",
    summary: "Verify a code",
    description:
      "Verifies the code that the user entered. A code verifies once, even if several requests " +
      "arrive at the same time. A wrong code uses one attempt. A string that doesn't have " +
      "exactly the code's number of digits returns InvalidChallengeCode and uses none. A wrong " +
      "id or secret also uses none, and the error doesn't say which was wrong. With " +
      "`setUserEmail`, DuplicateEmail says that another user owns the email.",
    auth: "apiKey",
    scope: "challenges",
    isCoalesced: true,
    body: VerifyChallenge,
    uncheckedText: "code",
    success: [200, ChallengeVerified],
    errors: [
      "@error/InvalidChallenge",
      "@error/InvalidChallengeCode",
      "@error/ChallengeExpired",
      "@error/ChallengeAttemptsExceeded",
      "@error/DuplicateEmail",
    ],
    handle: ({ ctx, body }) => verifyChallenge(ctx, body),
  }),
});
