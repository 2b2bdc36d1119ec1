import { z } from "zod";

const extras: Record<string, z.ZodRawShape> = {
  "@error/BadRequest": { issues: z.array(z.object({ path: z.string(), message: z.string() })) },
  "@error/PasskeyNotFound": { credentialId: z.string(), rpId: z.string() },
  "@error/PasskeyDisabled": { passkeyId: z.string() },
  "@error/VerificationFailed": { reason: z.string().meta({ description: "The WebAuthn step that failed, such as origin or signature" }) },
  "@error/InvalidChallengeCode": { attemptsRemaining: z.int().meta({ description: "How many more codes may be tried" }) },
  "@error/ChallengeRateLimited": { retryAfterSeconds: z.int() },
  "@error/RateLimited": { retryAfterSeconds: z.int() },
  "@error/Internal": { requestId: z.string() },
};

function createErrorBody(tag: string) {
  return z.object({ _tag: z.literal(tag), message: z.string(), ...extras[tag] }).meta({ id: `${tag.replace("@error/", "")}Error` });
}

const bodies = new Map<string, ReturnType<typeof createErrorBody>>();

/** The body of one error tag: tag and message always, and what the tag carries besides (contract §1, Errors). */
export function errorBody(tag: string): ReturnType<typeof createErrorBody> {
  const known = bodies.get(tag) ?? createErrorBody(tag);
  bodies.set(tag, known);
  return known;
}
