import { z } from "zod";
import { Milliseconds, PasskeyId } from "./fields";
import { GivenPolicyRules } from "./passkey-policy";
import { sample } from "./sample";

/** Body of POST passkey-policy/simulate. */
export const SimulatePasskeyPolicy = z
  .object({
    rules: GivenPolicyRules.optional().meta({
      description: "The rules to simulate. Default: the current policy. Nothing is saved.",
    }),
  })
  .meta({
    id: "SimulatePasskeyPolicy",
    examples: [{ rules: { storage: "device-bound" } }, {}],
  });
export type SimulatePasskeyPolicy = z.output<typeof SimulatePasskeyPolicy>;

const refusedExample = {
  _tag: "RefusedPasskey",
  passkeyId: sample.passkeyId,
  userId: sample.userId,
  username: sample.email,
  aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  provider: "iCloud Keychain",
  lastUsed: sample.expiresAt,
  createdAt: sample.createdAt,
  reasons: ["policy-storage"],
};

/** A passkey that the policy would refuse at its next sign-in. */
export const RefusedPasskey = z
  .object({
    _tag: z.literal("RefusedPasskey"),
    passkeyId: PasskeyId,
    userId: z.string().meta({
      description: "Your own user id if assigned, otherwise the user's sub",
    }),
    username: z.string(),
    aaguid: z.string(),
    provider: z.string().optional().meta({ description: "Absent if the model is unknown" }),
    lastUsed: Milliseconds.optional().meta({
      description: "Milliseconds; absent until the first sign-in",
    }),
    createdAt: Milliseconds,
    reasons: z.array(z.string()).meta({
      description: "The `reason` of `VerificationFailed` in a refused sign-in, then further ones",
    }),
  })
  .meta({ id: "RefusedPasskey", examples: [refusedExample] });
export type RefusedPasskey = z.infer<typeof RefusedPasskey>;

export const lastUses = ["7-days", "30-days", "90-days", "earlier", "never"] as const;

const Count = z.object({ passkeys: z.int(), refused: z.int() });

const simulationExample = {
  _tag: "PasskeyPolicySimulation",
  simulatedAt: sample.createdAt,
  metadataNumber: 142,
  passkeys: 400,
  refusedPasskeys: 1,
  notYetRead: 0,
  users: 340,
  affectedUsers: 1,
  refusedUsers: 0,
  reasons: { "policy-storage": 1 },
  providers: [{ provider: "iCloud Keychain", passkeys: 210, refused: 1 }],
  lastUses: [{ lastUse: "7-days", passkeys: 400, refused: 1 }],
  notPredictable: ["policy-user-verification"],
};

/** The last line of a simulation: its totals. A simulation without it is incomplete. */
export const PasskeyPolicySimulation = z
  .object({
    _tag: z.literal("PasskeyPolicySimulation"),
    simulatedAt: Milliseconds,
    metadataNumber: z.int().nullable().meta({
      description: "`no` of the FIDO Metadata BLOB; null without one or if the rules don't use it",
    }),
    passkeys: z.int().meta({ description: "Enabled passkeys of enabled users" }),
    refusedPasskeys: z.int(),
    notYetRead: z.int().meta({
      description:
        "Passkeys that a rule on attestation can't judge yet: after an upgrade, Keystead reads " +
        "stored attestations in the background. They count as not refused. Repeat the simulation " +
        "later.",
    }),
    users: z.int().meta({ description: "Enabled users with an enabled passkey" }),
    affectedUsers: z.int().meta({ description: "Users of whom a passkey would be refused" }),
    refusedUsers: z.int().meta({ description: "Users of whom all passkeys would be refused" }),
    reasons: z.record(z.string(), z.int()).meta({ description: "Refused passkeys by reason" }),
    providers: z.array(Count.extend({ provider: z.string().nullable() })),
    lastUses: z.array(Count.extend({ lastUse: z.enum(lastUses) })),
    notPredictable: z.array(z.string()).meta({
      description:
        "Reasons that depend on the ceremony or on unknown properties. They can add refusals.",
    }),
  })
  .meta({ id: "PasskeyPolicySimulation", examples: [simulationExample] });
export type PasskeyPolicySimulation = z.infer<typeof PasskeyPolicySimulation>;

/** A line of POST passkey-policy/simulate. */
export const SimulationLine = z
  .discriminatedUnion("_tag", [RefusedPasskey, PasskeyPolicySimulation])
  .meta({ id: "PasskeyPolicySimulationLine", examples: [refusedExample] });
export type SimulationLine = z.infer<typeof SimulationLine>;
