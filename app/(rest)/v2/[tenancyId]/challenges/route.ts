import { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { createChallenge } from "@/lib/domain/challenge/create-challenge";
import { endpoint } from "@/lib/http/endpoint";
import { methods } from "@/lib/http/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "createChallenge",
    summary: "Send a one-time code to a mailbox",
    description: "Answers at once and sends in the background. Keep `challengeId` and `secret` in the person's session; the code goes to their mailbox. Two limits per mailbox (5 in 10 minutes, 20 in a day) and a ceiling per tenancy hold.",
    auth: "apiKey",
    scope: "challenges",
    provesKey: true,
    body: CreateChallenge,
    success: [201, ChallengeCreated],
    errors: ["@error/InvalidEmail", "@error/ChallengeRateLimited"],
    handle: ({ ctx, body }) => createChallenge(ctx, body),
  }),
});
