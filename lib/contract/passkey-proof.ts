import { z } from "zod";
import { Token } from "./fields";
import { sample } from "./sample";

/** Proof that a user wants another passkey: a verified code, requested after `authorize` asked for it. */
export const PasskeyProof = z
  .object({
    proofToken: Token.meta({ description: "From the error `ProofRequired`" }),
    challengeId: z.string().min(1).max(255).meta({
      description: "A verified challenge with purpose `add-passkey`, created after that error",
      example: sample.challengeId,
    }),
    secret: Token.meta({ description: "The challenge's secret" }),
  })
  .meta({
    id: "PasskeyProof",
    description:
      "Required if the tenancy requires a proof to add a passkey to a user who has one. Single-use.",
    examples: [
      { proofToken: sample.token, challengeId: sample.challengeId, secret: sample.secret },
    ],
  });
export type PasskeyProof = z.infer<typeof PasskeyProof>;
