import { z } from "zod";
import { HostedBinding } from "./hosted-binding";

const who = {
  /** What the device shows. */
  username: z.string(),
  displayName: z.string(),
  userId: z.string().optional(),
  email: z.string().optional(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
};

/** What a registration token carries from `authorize` to `options`. */
export const RegistrationIntent = z.object({
  ...who,
  selfService: z.boolean(),
  /** Whoever registers has proved the mailbox. */
  emailProved: z.boolean().optional(),
  rpId: z.string(),
  rpName: z.string(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  excludeCredentials: z.array(z.string()),
  timeoutMs: z.int(),
});
export type RegistrationIntent = z.infer<typeof RegistrationIntent>;

/** What a registration session carries from `options` to `verification`. */
export const RegistrationSession = RegistrationIntent.omit({
  excludeCredentials: true,
  rpName: true,
  timeoutMs: true,
}).extend({
  ceremonyNonce: z.string(),
  userHandle: z.string(),
  /**
   * `excludeCredentials` of the options: credential ids. Sessions of an earlier release have none.
   */
  excludedCredentialIds: z.array(z.string()).optional(),
  hosted: HostedBinding.optional(),
});
export type RegistrationSession = z.infer<typeof RegistrationSession>;
