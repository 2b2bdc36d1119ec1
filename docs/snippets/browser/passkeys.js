import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "YOUR_TENANCY_ID", clientId: "YOUR_CLIENT_ID" });

/** Sends the code to your backend, which exchanges it and opens a session. */
async function openSession({ code }) {
  const response = await fetch("/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (response.ok) return { success: true };
  return { success: false, message: "Sign-in failed. Try again." };
}

/** Returns the message to show. There is none if another prompt replaced this one. */
function explain(error) {
  switch (error._tag) {
    case "@error/Aborted":
      return undefined;
    case "@error/Cancelled":
    case "@error/TimedOut":
      return "No passkey used. Get a code by email.";
    case "@error/OrphanedPasskey":
      return "This passkey no longer works here. Use another one, or get a code by email.";
    case "@error/VerificationFailed":
      return error.reason === "credential-not-allowed"
        ? "This passkey belongs to another application. Use another one."
        : error.message;
    default:
      return error.message;
  }
}

/** Explains why no account was created. */
function explainSignUp(error) {
  switch (error._tag) {
    case "@error/DuplicateEmail":
    case "@error/PasskeyAlreadyOnDevice":
      return "You already have an account. Sign in instead.";
    default:
      return explain(error);
  }
}

/** Explains why no passkey was added to the signed-in user's account. */
function explainAdding(error) {
  switch (error._tag) {
    case "@error/Cancelled":
    case "@error/TimedOut":
      return "No passkey was created.";
    case "@error/PasskeyAlreadyOnDevice":
      return "This device already has a passkey for your account.";
    default:
      return explain(error);
  }
}

/** Creates an account, if the tenancy allows self-service. */
export async function signUp(email) {
  const result = await keystead.registerPasskey({ email });
  if (result.success) return openSession(result);
  return { success: false, message: explainSignUp(result) };
}

/** Adds a passkey to an existing account, with a token from your backend. */
export async function addPasskey(registrationToken) {
  const result = await keystead.registerPasskey({ registrationToken });
  if (result.success) return openSession(result);
  return { success: false, message: explainAdding(result) };
}

/** Signs in from a button. */
export async function signIn() {
  const result = await keystead.authenticatePasskey();
  if (result.success) return openSession(result);
  return { success: false, message: explain(result) };
}

/** On page load: offers passkeys in the autofill of <input autocomplete="username webauthn">. */
export async function offerPasskeys() {
  if (!(await keystead.isAutofillSupported())) return { success: false };
  const result = await keystead.authenticatePasskey({ autofill: true });
  if (result.success) return openSession(result);
  return { success: false, message: explain(result) };
}
