import { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { verifyChallenge } from "@/lib/domain/challenge/verify-challenge";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyChallenge",
    summary: "Verify a code, once",
    description:
      "A wrong code costs one attempt. A string that is not exactly the code's number of digits returns InvalidChallengeCode and costs none. A wrong id or secret also costs none, and the error does not tell which was wrong. A code is verified once, however many requests arrive at the same time.",
    auth: "apiKey",
    scope: "challenges",
    revalidatesKey: true,
    body: VerifyChallenge,
    success: [200, ChallengeVerified],
    errors: [
      "@error/InvalidChallenge",
      "@error/InvalidChallengeCode",
      "@error/ChallengeExpired",
      "@error/ChallengeAttemptsExceeded",
    ],
    handle: ({ ctx, body }) => verifyChallenge(ctx, body),
  }),
});
