import { z } from "zod";
import { EmailInput, Id, Milliseconds, PersonName, Token, UserId } from "./fields";
import { sample } from "./sample";

const maxBytes = 4_096;
const maxDepth = 8;

/** Returns why a value can't be stored and returned unchanged, or undefined. Iterative, so depth is no
 * risk. */
function metadataFault(value: object): string | undefined {
  const queue: [value: unknown, depth: number][] = [[value, 1]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [inner, depth] = next;
    if (
      typeof inner === "number" &&
      (!Number.isFinite(inner) || (Number.isInteger(inner) && !Number.isSafeInteger(inner)))
    )
      return "must not contain numbers beyond 2^53; send them as strings";
    if (typeof inner !== "object" || inner === null) continue;
    if (depth > maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
    for (const member of Object.values(inner)) queue.push([member, depth + 1]);
  }
  return Buffer.byteLength(JSON.stringify(value)) > maxBytes
    ? `must have at most ${maxBytes} bytes as JSON`
    : undefined;
}

/** Your application's own data, returned unchanged. */
const Metadata = z
  .unknown()
  .superRefine((value, issues) => {
    const fault =
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? metadataFault(value)
        : "must be an object";
    if (fault !== undefined) issues.addIssue({ code: "custom", message: fault });
  })
  // An object schema would copy the value and lose keys such as __proto__.
  .transform((value) => value as object)
  .meta({
    override: { type: "object", additionalProperties: true },
    description: `At most ${maxBytes.toLocaleString("en")} bytes and ${maxDepth} levels`,
    example: { cart: 7 },
  });

const Purpose = z
  .string()
  .regex(
    /^[A-Za-z0-9._:-]{1,64}$/,
    "must be 1 to 64 letters, digits, dots, underscores, colons or hyphens",
  )
  .meta({ description: "What the code is for; the email mentions it", example: "login" });

const locale = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/, "must be a language tag such as en or de-AT");

/** Body of POST challenges (contract §7). */
export const CreateChallenge = z
  .object({
    purpose: Purpose,
    email: EmailInput,
    name: PersonName.optional().meta({
      description:
        "The name in the email's greeting. Pass one that you have stored for the mailbox's owner, not " +
        "what a visitor typed: anyone could send it to any address in your name",
    }),
    userId: UserId.optional(),
    metadata: Metadata.optional(),
    invalidateOthers: z
      .boolean()
      .default(false)
      .meta({
        description:
          "Cancels the other pending challenges with this purpose and `userId`, or this email if `userId` " +
          "is absent",
      }),
    skipRateLimit: z.boolean().default(false).meta({
      description:
        "Skips the two limits per mailbox. Requires the scope `challenges:skip-rate-limit`; audited",
    }),
    sendEmail: z
      .boolean()
      .optional()
      .meta({
        description:
          "`false`: no email is sent and you deliver the code yourself, which requires the scope " +
          "`challenges:read-code`. Default: the tenancy's setting, which is `true` unless an operator " +
          "changes it",
      }),
    locale: locale.optional().meta({
      description:
        "Language of the email (BCP 47). Unsupported languages fall back to the tenancy's",
      example: "de-AT",
    }),
  })
  .meta({
    id: "CreateChallenge",
    examples: [
      {
        purpose: "login",
        email: sample.email,
        name: "Ada",
        userId: sample.userId,
        metadata: { cart: 7 },
        invalidateOthers: true,
        locale: "en",
      },
    ],
  });
export type CreateChallenge = z.infer<typeof CreateChallenge>;

const challengeExample = {
  challengeId: sample.challengeId,
  purpose: "login",
  email: sample.email,
  userId: sample.userId,
  createdAt: sample.createdAt,
  expiresAt: sample.expiresAt,
  metadata: { cart: 7 },
};

const shared = {
  challengeId: Id,
  purpose: z.string().meta({ example: "login" }),
  email: z.string().meta({ description: "Unchanged from the request", example: sample.email }),
  userId: z.string().optional().meta({ example: sample.userId }),
  createdAt: Milliseconds,
  expiresAt: Milliseconds,
};
const metadata = z
  .unknown()
  .refine((value) => typeof value === "object")
  .meta({
    override: { type: ["object", "null"], additionalProperties: true },
    description: "Unchanged from the request; null if absent",
  });

/** A challenge without anything secret. */
export const Challenge = z
  .object({ _tag: z.literal("Challenge"), ...shared, metadata })
  .meta({ id: "Challenge", examples: [{ _tag: "Challenge", ...challengeExample }] });
export type Challenge = z.infer<typeof Challenge>;

/**
 * The secret stays with the caller; the code and the message go to the mailbox. Returned only once;
 * code and message only to callers that may read them.
 */
export const ChallengeCreated = z
  .object({
    _tag: z.literal("ChallengeCreated"),
    challenge: z.object({
      ...shared,
      metadata,
      secret: Token.meta({
        description:
          "Store it where the user can't see it, and send it with the code that they enter",
      }),
      code: z
        .string()
        .optional()
        .meta({
          description:
            "The code in the email; 6 digits unless the tenancy requires more. Absent if the API key " +
            "lacks the scope `challenges:read-code`",
          example: "048213",
        }),
      message: z
        .object({ html: z.string(), text: z.string() })
        .optional()
        .meta({ description: "The email exactly as sent. Absent whenever `code` is" }),
    }),
  })
  .meta({
    id: "ChallengeCreated",
    examples: [
      {
        _tag: "ChallengeCreated",
        challenge: {
          ...challengeExample,
          secret: sample.secret,
          code: "048213",
          message: { html: "<!doctype html>…", text: "Your code is\n\n048213" },
        },
      },
    ],
  });
export type ChallengeCreated = z.infer<typeof ChallengeCreated>;

/** Body of POST challenges/verify. */
export const VerifyChallenge = z
  .object({
    // Any text: what no challenge has returns InvalidChallenge, which deployed clients decode.
    challengeId: z.string().meta({ example: sample.challengeId }),
    secret: z.string().meta({ description: "The challenge's `secret`", example: sample.secret }),
    code: z.string().meta({
      description:
        "Spaces, dashes and invisible characters are removed, and digits of other scripts become ASCII. " +
        "A string that isn't exactly the code's number of digits then returns InvalidChallengeCode and " +
        "uses no attempt",
      example: "048213",
    }),
    setUserEmail: z
      .boolean()
      .optional()
      .meta({
        description:
          "Also stores the challenge's email as the verified email of the user with its `userId`, in " +
          "place of the earlier one. Requires the scope `users:write`. If this fails, the code stays valid",
      }),
  })
  .meta({
    id: "VerifyChallenge",
    examples: [{ challengeId: sample.challengeId, secret: sample.secret, code: "048213" }],
  });
export type VerifyChallenge = z.infer<typeof VerifyChallenge>;

export const ChallengeVerified = z
  .object({ _tag: z.literal("ChallengeVerified"), challenge: Challenge })
  .meta({
    id: "ChallengeVerified",
    examples: [
      { _tag: "ChallengeVerified", challenge: { _tag: "Challenge", ...challengeExample } },
    ],
  });
export type ChallengeVerified = z.infer<typeof ChallengeVerified>;

export const ChallengeDeleted = z
  .object({ _tag: z.literal("ChallengeDeleted") })
  .meta({ id: "ChallengeDeleted", examples: [{ _tag: "ChallengeDeleted" }] });

export const ChallengePath = z.object({
  challengeId: z.string().meta({ example: sample.challengeId }),
});
