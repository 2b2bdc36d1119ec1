import { z } from "zod";
import { HostedBinding } from "./hosted-binding";

const shared = {
  rpId: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  mediation: z.enum(["required", "conditional"]),
  purpose: z.string().optional(),
};

/** The payload of an authentication token, from `authorize` to `options`. */
export const AuthenticationIntent = z.object({
  ...shared,
  timeoutMs: z.int(),
  /** Instead of the tenancy's. */
  hints: z.array(z.string()).optional(),
  /** Passkey ids; null in a discoverable sign-in. */
  allowPasskeys: z.array(z.string()).nullable(),
});
export type AuthenticationIntent = z.infer<typeof AuthenticationIntent>;

/** The payload of an authentication session, from `options` to `verification`. */
export const AuthenticationSession = z.object({
  ...shared,
  ceremonyNonce: z.string(),
  /** Credential ids, decoys included; null in a discoverable sign-in. */
  allowCredentials: z.array(z.string()).nullable(),
  hosted: HostedBinding.optional(),
});
export type AuthenticationSession = z.infer<typeof AuthenticationSession>;
