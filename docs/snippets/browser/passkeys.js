import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "KEYSTEAD_TENANCY_ID", clientId: "KEYSTEAD_CLIENT_ID" });

/** Sends the code to your backend, which exchanges it. Returns a message if that failed. */
async function openSession({ code }) {
  const response = await fetch("/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  return response.ok ? undefined : "That did not work. Please try again.";
}

/** Returns the message to show, or nothing if the user cancelled. */
function explain(error) {
  switch (error._tag) {
    case "@error/Cancelled":
    case "@error/Aborted":
      return undefined;
    case "@error/DuplicateEmail":
    case "@error/PasskeyAlreadyOnDevice":
      return "You have an account already. Sign in instead.";
    case "@error/OrphanedPasskey":
      return "This passkey is not known any more. Choose another, or create an account.";
    default:
      return error.message;
  }
}

/** Creates an account, if the tenancy allows self-service. */
export async function signUp(email) {
  const result = await keystead.registerPasskey({ email });
  return result.success ? openSession(result) : explain(result);
}

/** Adds a passkey to an existing account, with a token from your backend. */
export async function addPasskey(registrationToken) {
  const result = await keystead.registerPasskey({ registrationToken });
  return result.success ? openSession(result) : explain(result);
}

/** Signs in from a button. */
export async function signIn() {
  const result = await keystead.authenticatePasskey();
  return result.success ? openSession(result) : explain(result);
}

/** On page load: offers passkeys in the autofill of <input autocomplete="username webauthn">. */
export async function offerPasskeys() {
  if (!(await keystead.isAutofillSupported())) return undefined;
  const result = await keystead.authenticatePasskey({ autofill: true });
  return result.success ? openSession(result) : explain(result);
}
