import { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { createChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "createChallenge",
    summary: "Send a one-time code to a mailbox",
    description:
      "Creates a challenge and sends its code to a mailbox by email. The response doesn't wait " +
      "for the email. Keep `challengeId` and `secret` in the user's session. Limits: 5 codes in " +
      "10 minutes and 20 in 24 hours per mailbox, and an hourly limit per tenancy. Codes that " +
      "visitors request on hosted pages don't count against the mailbox limits. After 10 wrong " +
      "codes in 24 hours for a mailbox, new challenges allow one attempt; after 30, their codes " +
      "also have ten digits.",
    auth: "apiKey",
    onceReply: "code",
    scope: "challenges",
    isCoalesced: true,
    body: CreateChallenge,
    success: [201, ChallengeCreated],
    errors: ["@error/ChallengeRateLimited"],
    handle: ({ ctx, body }) => createChallenge(ctx, body),
  }),
});
