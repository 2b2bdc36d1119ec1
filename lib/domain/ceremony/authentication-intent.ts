import { z } from "zod";
import { HostedBinding } from "./hosted-binding";

const shared = {
  rpId: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  mediation: z.enum(["required", "conditional"]),
  purpose: z.string().optional(),
};

/**
 * What an authentication token carries from `authorize` to `options`; passkey ids, or null in a
 * discoverable sign-in.
 */
export const AuthenticationIntent = z.object({
  ...shared,
  timeoutMs: z.int(),
  allowPasskeys: z.array(z.string()).nullable(),
});
export type AuthenticationIntent = z.infer<typeof AuthenticationIntent>;

/**
 * What a session carries from `options` to `verification`; credential ids, decoys among them, or
 * null when discoverable.
 */
export const AuthenticationSession = z.object({
  ...shared,
  ceremonyNonce: z.string(),
  allowCredentials: z.array(z.string()).nullable(),
  hosted: HostedBinding.optional(),
});
export type AuthenticationSession = z.infer<typeof AuthenticationSession>;
