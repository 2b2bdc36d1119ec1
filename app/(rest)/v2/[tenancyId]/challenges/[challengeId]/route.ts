import { Challenge, ChallengeDeleted, ChallengePath } from "@/lib/contract/challenge";
import { getChallenge } from "@/lib/domain/sign-in/challenge/challenge-row";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getChallenge",
    summary: "Get a pending challenge",
    description:
      "Returns a pending challenge without its secret and code. Verified, deleted and expired " +
      "challenges return NotFound.",
    auth: "apiKey",
    scope: "challenges",
    params: ChallengePath,
    malformedPath: "@error/NotFound",
    success: [200, Challenge],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => getChallenge(ctx, params.challengeId),
  }),
  DELETE: endpoint({
    operation: "deleteChallenge",
    summary: "Delete a challenge",
    description:
      "Deletes the challenge if it is still pending, so its code stops working. Succeeds even if there " +
      "is nothing to delete.",
    auth: "apiKey",
    scope: "challenges",
    params: ChallengePath,
    malformedPath: "handled",
    success: [202, ChallengeDeleted],
    errors: [],
    handle: ({ ctx, params }) => deleteChallenge(ctx, params.challengeId),
  }),
});
