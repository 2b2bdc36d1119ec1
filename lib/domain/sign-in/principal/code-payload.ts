import { z } from "zod";
import { AuthenticatorAttachment } from "@/lib/contract/fields";

/** What a code stores. Its user and passkey are not included: the exchange reads them again. */
export const CodePayload = z.object({
  jti: z.string(),
  operation: z.enum(["registration", "authentication"]),
  purpose: z.string().optional(),
  userVerified: z.boolean(),
  authenticatorAttachment: AuthenticatorAttachment.optional(),
  /** The mailbox challenge that signed the user in; missing after a sign-in with a passkey. */
  challengeId: z.string().optional(),
  issuedAtSeconds: z.int(),
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
});
export type CodePayload = z.infer<typeof CodePayload>;
