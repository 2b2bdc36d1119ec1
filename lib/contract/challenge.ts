import { z } from "zod";
import { EmailInput, Id, Milliseconds, PersonName, Token, UserId } from "./fields";

const maxBytes = 4_096;
const maxDepth = 8;

/** Why a value cannot come back as it was given; bounded, whatever its depth. */
function metadataFault(value: object): string | undefined {
  const queue: [value: unknown, depth: number][] = [[value, 1]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [inner, depth] = next;
    if (typeof inner === "number" && (!Number.isFinite(inner) || (Number.isInteger(inner) && !Number.isSafeInteger(inner)))) return "must not hold numbers beyond 2^53; write them as strings";
    if (typeof inner !== "object" || inner === null) continue;
    if (depth > maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
    for (const member of Object.values(inner)) queue.push([member, depth + 1]);
  }
  return Buffer.byteLength(JSON.stringify(value)) > maxBytes ? `must have at most ${maxBytes} bytes as JSON` : undefined;
}

/** The application's own data, returned as given. */
const Metadata = z
  .unknown()
  .superRefine((value, issues) => {
    const fault = typeof value === "object" && value !== null && !Array.isArray(value) ? metadataFault(value) : "must be an object";
    if (fault !== undefined) issues.addIssue({ code: "custom", message: fault });
  })
  // Not an object schema: that would make a copy, and lose keys such as __proto__.
  .transform((value) => value as object)
  .meta({ override: { type: "object", additionalProperties: true }, description: `At most ${maxBytes} bytes and ${maxDepth} levels`, example: { cart: 7 } });

const Purpose = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,64}$/, "must be 1 to 64 letters, digits, dots, underscores, colons or hyphens")
  .meta({ example: "login" });

const locale = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/, "must be a language tag such as en or de-AT");

/** Body of POST challenges (contract §7). */
export const CreateChallenge = z
  .object({
    purpose: Purpose,
    email: EmailInput,
    name: PersonName.optional(),
    userId: UserId.optional(),
    metadata: Metadata.optional(),
    invalidateOthers: z.boolean().default(false),
    skipRateLimit: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
    locale: locale.optional().meta({ description: "Language of the e-mail (BCP 47); one that Keystead does not speak falls back to the tenancy's", example: "de-AT" }),
  })
  .meta({ id: "CreateChallenge" });
export type CreateChallenge = z.infer<typeof CreateChallenge>;

const shared = {
  challengeId: Id,
  purpose: z.string(),
  email: z.string(),
  userId: z.string().optional(),
  createdAt: Milliseconds,
  expiresAt: Milliseconds,
};
const metadata = z
  .unknown()
  .refine((value) => typeof value === "object")
  .meta({ override: { type: ["object", "null"], additionalProperties: true }, description: "As it was given; null when it was not" });

/** A challenge without anything secret. */
export const Challenge = z.object({ _tag: z.literal("Challenge"), ...shared, metadata }).meta({ id: "Challenge" });
export type Challenge = z.infer<typeof Challenge>;

/** The secret stays with the browser or backend that asked; the code and the message go to the mailbox. Shown once. */
export const ChallengeCreated = z
  .object({
    _tag: z.literal("ChallengeCreated"),
    challenge: z.object({
      ...shared,
      metadata,
      secret: Token,
      code: z.string().meta({ example: "048213" }),
      message: z.object({ html: z.string(), text: z.string() }),
    }),
  })
  .meta({ id: "ChallengeCreated" });
export type ChallengeCreated = z.infer<typeof ChallengeCreated>;

/** Body of POST challenges/verify. */
export const VerifyChallenge = z
  .object({
    challengeId: z.string().min(1, "must not be empty").max(255),
    secret: Token,
    code: z.string().min(1, "must not be empty").max(64).meta({ description: "White space in it does not count", example: "048213" }),
  })
  .meta({ id: "VerifyChallenge" });
export type VerifyChallenge = z.infer<typeof VerifyChallenge>;

export const ChallengeVerified = z.object({ _tag: z.literal("ChallengeVerified"), challenge: Challenge }).meta({ id: "ChallengeVerified" });
export type ChallengeVerified = z.infer<typeof ChallengeVerified>;

export const ChallengeDeleted = z.object({ _tag: z.literal("ChallengeDeleted") }).meta({ id: "ChallengeDeleted" });

export const ChallengePath = z.object({ challengeId: z.string() });
