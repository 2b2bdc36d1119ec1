import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";
import { verifyEmail } from "./passkey-advice";

/** Why a right emailed code signed no one in on Keystead’s own pages, as `reasons` of reason-words.ts. */
export const refusedCodeReasons = {
  "Forbidden.no-account": {
    words: "Right emailed code, but no account has this email",
    advice:
      "Search for the user by name. They may have signed up with another address, or the typed one " +
      "may have a mistake.",
  },
  "Forbidden.email-not-verified": {
    words: "Right emailed code, but the account hasn’t verified this email",
    advice: (user: Advised) =>
      "Anyone can sign up with any address, so a code opens no account that never verified it. " +
      verifyEmail(user),
  },
  "Forbidden.user-disabled": {
    words: "Right emailed code, but the user is disabled",
    advice:
      "Someone disabled this user, or the user deleted the account. The user’s page says who, when " +
      "and why. Enable the user if the reason no longer applies.",
  },
  "Forbidden.passkeys-full": {
    words: "Right emailed code, but the user has too many passkeys",
    advice:
      "Here a code only adds a passkey, and the user has as many as allowed. Ask them to sign in with " +
      "one of them, delete one on the user’s page, or ask an admin to raise the limit in Settings.",
  },
};
