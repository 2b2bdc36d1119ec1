import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "TENANCY_ID", clientId: "CLIENT_ID" });

/** Your backend exchanges the code and answers whether somebody is signed in. */
async function openSession({ code }) {
  const response = await fetch("/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  return response.ok ? undefined : "That did not work. Please try again.";
}

/** What to show; nothing when the person changed their mind. */
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

/** A new account, where the tenancy allows self-service. */
export async function signUp(email) {
  const result = await keystead.registerPasskey({ email });
  return result.success ? openSession(result) : explain(result);
}

/** A passkey for an account of yours, with the token of your backend. */
export async function addPasskey(registrationToken) {
  const result = await keystead.registerPasskey({ registrationToken });
  return result.success ? openSession(result) : explain(result);
}

/** By a button. */
export async function signIn() {
  const result = await keystead.authenticatePasskey();
  return result.success ? openSession(result) : explain(result);
}

/** When the page opens: passkeys in the autofill of <input autocomplete="username webauthn">. */
export async function offerPasskeys() {
  if (!(await keystead.isAutofillSupported())) return undefined;
  const result = await keystead.authenticatePasskey({ autofill: true });
  return result.success ? openSession(result) : explain(result);
}
