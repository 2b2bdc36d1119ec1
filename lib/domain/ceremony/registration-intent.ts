import { z } from "zod";
import { HostedBinding } from "./hosted-binding";

const identity = {
  username: z.string(),
  displayName: z.string(),
  userId: z.string().optional(),
  email: z.string().optional(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
};

/** The payload of a registration token, from `authorize` to `options`. */
export const RegistrationIntent = z.object({
  ...identity,
  selfService: z.boolean(),
  /** The visitor entered a code sent to this email. */
  emailProved: z.boolean().optional(),
  rpId: z.string(),
  rpName: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  excludeCredentials: z.array(z.string()),
  timeoutMs: z.int(),
});
export type RegistrationIntent = z.infer<typeof RegistrationIntent>;

/** The payload of a registration session, from `options` to `verification`. */
export const RegistrationSession = RegistrationIntent.omit({
  excludeCredentials: true,
  rpName: true,
  timeoutMs: true,
}).extend({
  ceremonyNonce: z.string(),
  userHandle: z.string(),
  /** Credential ids in `excludeCredentials`. Missing in sessions from an earlier release. */
  excludedCredentialIds: z.array(z.string()).optional(),
  hosted: HostedBinding.optional(),
});
export type RegistrationSession = z.infer<typeof RegistrationSession>;
