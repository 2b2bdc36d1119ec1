import { z } from "zod";
import { errorAdvice } from "./error-advice";
import { Milliseconds } from "./fields";
import { sample } from "./sample";

const extras: Record<string, { shape: z.ZodRawShape; example: object }> = {
  "@error/BadRequest": {
    shape: {
      issues: z.array(z.object({ path: z.string(), message: z.string() })).meta({
        description:
          "The invalid fields: `path` joins levels with dots, `message` says what to change",
      }),
    },
    example: { issues: [{ path: "username", message: "must not be empty" }] },
  },
  "@error/PasskeyNotFound": {
    shape: { credentialId: z.string(), rpId: z.string() },
    example: { credentialId: sample.credentialId, rpId: sample.rpId },
  },
  "@error/PasskeyDisabled": {
    shape: {
      passkeyId: z.string(),
      reason: z
        .enum(["quarantine", "user-disabled"])
        .optional()
        .meta({
          description:
            "`quarantine`: the passkey is new, and can sign in from `availableAt`. " +
            "`user-disabled`: its user is disabled. Without a reason, the passkey is",
        }),
      availableAt: Milliseconds.optional(),
    },
    example: { passkeyId: sample.passkeyId },
  },
  "@error/ProofRequired": {
    shape: {
      proofToken: z
        .string()
        .optional()
        .meta({ description: "For `proof` in the next request. Only with an API key" }),
      expiresAt: Milliseconds.optional(),
    },
    example: { proofToken: sample.token, expiresAt: sample.expiresAt },
  },
  "@error/VerificationFailed": {
    shape: {
      reason: z
        .string()
        .meta({ description: "The WebAuthn step that failed, such as origin or signature" }),
    },
    example: { reason: "origin" },
  },
  "@error/InvalidChallengeCode": {
    shape: { attemptsRemaining: z.int().meta({ description: "Number of attempts left" }) },
    example: { attemptsRemaining: 4 },
  },
  "@error/ChallengeRateLimited": {
    shape: { retryAfterSeconds: z.int().meta({ description: "Same as the Retry-After header" }) },
    example: { retryAfterSeconds: 412 },
  },
  "@error/RateLimited": {
    shape: { retryAfterSeconds: z.int().meta({ description: "Same as the Retry-After header" }) },
    example: { retryAfterSeconds: 17 },
  },
  "@error/IdempotencyConflict": {
    shape: {
      retryAfterSeconds: z
        .int()
        .optional()
        .meta({ description: "While the first request runs. Same as the Retry-After header" }),
    },
    example: { retryAfterSeconds: 1 },
  },
  "@error/Internal": {
    shape: { requestId: z.string().meta({ description: "Identifies the request in the logs" }) },
    example: { requestId: "01jd3s4e2b7c9d1f3g5h6j8k0m" },
  },
};

function createErrorBody(tag: string) {
  const { when, cause, remedy } = errorAdvice[tag] ?? {};
  const description = [when, cause && `Usual cause: ${cause}`, remedy].filter(Boolean).join(" ");
  return z
    .object({
      _tag: z.literal(tag),
      message: z.string().meta({ description: "One sentence, in English" }),
      ...extras[tag]?.shape,
    })
    .meta({
      id: `${tag.replace("@error/", "")}Error`,
      ...(description === "" ? {} : { description }),
    });
}

const bodies = new Map<string, ReturnType<typeof createErrorBody>>();

/**
 * Returns the schema of one error tag's body: tag, message and its extra fields (contract §1, Errors).
 */
export function errorBody(tag: string): ReturnType<typeof createErrorBody> {
  const known = bodies.get(tag) ?? createErrorBody(tag);
  bodies.set(tag, known);
  return known;
}

/** Returns an example body of that tag. */
export function errorExample(tag: string, message: string): Record<string, unknown> {
  return { _tag: tag, message, ...extras[tag]?.example };
}
