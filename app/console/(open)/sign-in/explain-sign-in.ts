import type { CeremonyEvent, KeysteadError } from "@/lib/client/v2";

interface Explanation {
  title: string;
  advice: string;
}

/** Whether the operator picked a passkey. `path` is the whole path, with version and tenancy. */
export const isVerification = (event: CeremonyEvent): boolean =>
  event.type === "request" && event.path.endsWith("/passkey/authentication/verification");

/** Explains why a passkey didn't sign in to the console, by button or by autofill. */
export function explainSignIn(error: KeysteadError): Explanation {
  if (error._tag === "@error/Cancelled")
    return {
      title: "No passkey was used",
      advice: "The prompt was closed or timed out. Try again.",
    };
  if (error._tag === "@error/OrphanedPasskey")
    return {
      title: "This passkey no longer exists",
      advice: "It was deleted. Use another passkey of the console, or email yourself a code.",
    };
  if (error._tag === "@error/VerificationFailed" && error.reason === "credential-not-allowed")
    return {
      title: "This passkey isn’t for the console",
      advice:
        "It belongs to another account or site at this address. Use the passkey that you created " +
        "for the console, or email yourself a code.",
    };
  return { title: "You are not signed in", advice: error.message };
}
