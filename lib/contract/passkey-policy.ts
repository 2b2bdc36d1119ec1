import { z } from "zod";
import { Milliseconds } from "./fields";
import { sample } from "./sample";

const maxEntries = 500;
const maxRoots = 30;
const maxPemCharacters = 8_000;
const maxOriginCharacters = 2_000;
const maxReasonCharacters = 200;

const Aaguid = z
  .string()
  .toLowerCase()
  .regex(
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
    "must be an AAGUID such as ee882879-721c-4913-9775-3dfcce97072a",
  );
const aaguids = z.array(Aaguid).max(maxEntries).default([]);

const rulesExample = {
  mode: "monitor",
  enforceOnSignIn: false,
  roots: [],
  metadata: true,
  allowedAaguids: [],
  deniedAaguids: [],
  minimumCertification: "L1",
  storage: "any",
  requireUserVerification: true,
  topOrigins: [],
  algorithms: [],
};

/** The rules of a passkey policy. An empty list and a default restrict nothing. */
export const PasskeyPolicyRules = z
  .object({
    mode: z.enum(["off", "monitor", "enforce"]).default("off").meta({
      description:
        "`monitor` records in the timeline what `enforce` would refuse. `off` does neither.",
    }),
    enforceOnSignIn: z.boolean().default(false).meta({
      description: "Whether the rules also apply to sign-ins with existing passkeys",
    }),
    roots: z.array(z.string().max(maxPemCharacters)).max(maxRoots).default([]).meta({
      description: "PEM certificates that attestation must chain to, one per entry",
    }),
    metadata: z
      .boolean()
      .default(false)
      .meta({
        description:
          "Also accept the roots in the installation's FIDO Metadata, and refuse models that it " +
          "reports as revoked or compromised",
      }),
    allowedAaguids: aaguids.meta({
      description: "Accept only these authenticator models. Requires attestation.",
    }),
    deniedAaguids: aaguids.meta({
      description: "Refuse these authenticator models. Requires attestation.",
    }),
    minimumCertification: z
      .enum(["L1", "L1plus", "L2", "L2plus", "L3", "L3plus"])
      .nullable()
      .default(null)
      .meta({ description: "Lowest FIDO certification. Requires `metadata`." }),
    storage: z.enum(["any", "device-bound", "synced"]).default("any").meta({
      description: "`device-bound` refuses passkeys that can sync; `synced` refuses the others",
    }),
    requireUserVerification: z.boolean().default(false).meta({
      description: "Whether the device must check a fingerprint, face or PIN each time",
    }),
    topOrigins: z.array(z.string().max(maxOriginCharacters)).max(50).default([]).meta({
      description: "Of the tenancy's top origins, those that may embed ceremonies",
    }),
    algorithms: z.array(z.int()).max(20).default([]).meta({
      description: "COSE algorithms to accept, of those that the tenancy offers",
    }),
  })
  .meta({
    id: "PasskeyPolicyRules",
    examples: [rulesExample],
  });
export type PasskeyPolicyRules = z.output<typeof PasskeyPolicyRules>;

/** Rules in a request. An unknown name is an error: a misspelled rule would restrict nothing. */
export const GivenPolicyRules = PasskeyPolicyRules.strict().meta({
  id: "GivenPasskeyPolicyRules",
  examples: [rulesExample],
});

/** A saved version of the policy. */
export const PasskeyPolicy = z
  .object({
    _tag: z.literal("PasskeyPolicy"),
    version: z.int().meta({ description: "0 before the first save" }),
    rules: PasskeyPolicyRules,
    reason: z.string().optional().meta({ description: "Why it was saved" }),
    createdAt: Milliseconds.optional().meta({
      description: "When it was saved, in milliseconds; absent in version 0",
    }),
  })
  .meta({
    id: "PasskeyPolicy",
    examples: [
      {
        _tag: "PasskeyPolicy",
        version: 3,
        rules: rulesExample,
        reason: "Audit 2026",
        createdAt: sample.createdAt,
      },
    ],
  });
export type PasskeyPolicy = z.infer<typeof PasskeyPolicy>;

/** Body of POST passkey-policy. */
export const SavePasskeyPolicy = z
  .object({
    version: z.int().min(0).meta({
      description:
        "The version that you read. The request fails if it is no longer the current one.",
    }),
    rules: GivenPolicyRules,
    reason: z.string().max(maxReasonCharacters).optional().meta({
      description: "Why you save it; shown in the console and in the audit log",
    }),
  })
  .meta({
    id: "SavePasskeyPolicy",
    examples: [{ version: 2, rules: rulesExample, reason: "Audit 2026" }],
  });
export type SavePasskeyPolicy = z.output<typeof SavePasskeyPolicy>;
