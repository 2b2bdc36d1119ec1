import { z } from "zod";

/**
 * What a code carries besides the user and passkey that it stands for; those are read anew at the
 * exchange.
 */
export const CodePayload = z.object({
  jti: z.string(),
  operation: z.enum(["registration", "authentication"]),
  purpose: z.string().optional(),
  userVerified: z.boolean(),
  /** The mailbox challenge that let the person in, where no passkey did. */
  challengeId: z.string().optional(),
  /** Whole seconds. */
  issuedAtSeconds: z.int(),
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
});
export type CodePayload = z.infer<typeof CodePayload>;
