import type { Assurance } from "@/lib/contract/principal";

/**
 * Returns the authentication assurance level of a ceremony, by NIST SP 800-63B-4. A passkey with user
 * verification is a multi-factor authenticator, and one without is a single factor. A mailbox is no
 * authenticator (§3.1.3.1).
 */
export function assuranceOf({
  isPasskey,
  userVerified,
}: {
  isPasskey: boolean;
  userVerified: boolean;
}): Assurance {
  if (!isPasskey) return "none";
  return userVerified ? "aal2" : "aal1";
}
