import type { NotedMetric } from "@/lib/domain/base/metric";
import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";
import { deliveryReasons } from "./delivery-reasons";
import { registerNew, registerOnly, replacePasskey, untilEnabled } from "./passkey-advice";
import { refusedCodeReasons } from "./refused-code-reasons";

type ReasonOf<Metric> = Metric extends `failure.${infer Reason}` ? Reason : never;

/** Why an event failed: a counted error, or what ended an email. */
type Reason = ReasonOf<NotedMetric> | keyof typeof deliveryReasons;

type Advice = string | ((user: Advised) => string);

const tryAgain = "Ask the user to reload the page and try again.";
const checkSites =
  "If the site is yours, ask an admin to add its origin in Settings → Sites. Otherwise the user was " +
  "on another site, which may be phishing.";
const searchLogs = "Ask your developers to search the application’s log for the request id.";
const checkPolicy = "Admins see the rules in Settings → Passkey policy.";
const newCode = "Ask the user to request a new code, and to use the latest one.";

/** How a user gets a passkey that the policy accepts. One who isn't known may be registering. */
function registerOther(user: Advised, place: string): string {
  if (!("ways" in user)) return `Ask the user to register a passkey on ${place}. ${checkPolicy}`;
  return user.passkey === null
    ? registerNew(user, `The new one must be on ${place}. ${checkPolicy}`)
    : `Ask the user to sign in with ${user.passkey}, which the policy accepts. ${checkPolicy}`;
}

/** What each reason means, and what an operator can do about it. */
const reasons: Record<Reason, { words: string; advice: Advice }> = {
  BadRequest: {
    words: "Missing or invalid field",
    advice: `Your application sent a request that the API doesn’t accept. ${searchLogs}`,
  },
  InvalidEmail: {
    words: "Invalid email address",
    advice: "Check the spelling of the address with the user.",
  },
  DuplicateEmail: {
    words: "Email belongs to another user",
    advice: "The user has an account. Ask them to sign in instead of signing up.",
  },
  Forbidden: {
    words: "Origin, client id or scope not allowed",
    advice:
      "If the user is disabled, see their page for the reason. Otherwise ask an admin to check the " +
      "allowed origins, the client id and the key’s scopes.",
  },
  ...refusedCodeReasons,
  InvalidCode: {
    words: "Code already exchanged or expired",
    advice:
      "Your application exchanged the code of a sign-in twice, or more than five minutes later. Ask " +
      `the user to sign in again. If this repeats: ${searchLogs.charAt(0).toLowerCase()}${searchLogs.slice(1)}`,
  },
  InvalidToken: {
    words: "Session expired or already used",
    advice:
      "The user took longer than the sign-in page allows, or the page sent its answer twice. " +
      tryAgain,
  },
  PasskeyNotFound: {
    words: "Unknown passkey",
    advice: (user) =>
      "The device still has a passkey that was deleted here, or whose user was erased. The audit log " +
      "shows both. " +
      registerNew(
        user,
        "The user then removes the old one in the settings of the device or password manager.",
      ),
  },
  PasskeyDisabled: {
    words: "Passkey is disabled",
    advice: (user) =>
      "Someone disabled this passkey. Its page says who, when and why. Enable it if the reason no " +
      `longer applies. Until then, the user ${untilEnabled(user)}`,
  },
  "PasskeyDisabled.user-disabled": {
    words: "User is disabled",
    advice:
      "Someone disabled this user, so none of their passkeys works. The user’s page says who, when " +
      "and why. Enable the user if the reason no longer applies.",
  },
  "PasskeyDisabled.quarantine": {
    words: "Passkey is in quarantine",
    advice:
      "A new passkey of a user who has another one waits before its first sign-in. Ask the user " +
      "whether they added it. If they did, end the quarantine on the passkey’s page. If not, disable it.",
  },
  ProofRequired: {
    words: "No proof for another passkey",
    advice:
      "Adding a passkey to a user who has one requires an emailed code. Normally your backend then " +
      "requests the code. Many refusals for one user may be an attack.",
  },
  DuplicateUser: {
    words: "Application id already in use",
    advice:
      "Your backend creates a user again, or gives a second user the same `userId`. Get the existing user first.",
  },
  DuplicatePasskey: {
    words: "Passkey already registered",
    advice: "The device has a passkey for this account. Ask the user to sign in with it.",
  },
  InvalidChallenge: {
    words: "Code of an unknown or finished request",
    advice: `The code was used or replaced, or the page of another browser was open. ${newCode}`,
  },
  InvalidChallengeCode: {
    words: "Wrong emailed code",
    advice: "Each email has a new code. Ask the user to type the one of the latest email.",
  },
  ChallengeExpired: {
    words: "Emailed code expired",
    advice: `The user typed the code after it had expired. ${newCode}`,
  },
  ChallengeAttemptsExceeded: {
    words: "Too many wrong emailed codes",
    advice: `After that many, even the right code is refused. ${newCode}`,
  },
  ChallengeRateLimited: {
    words: "Too many codes requested",
    advice:
      "The mailbox had reached its limit, so no code was sent. The email log says when the next code " +
      "can be requested.",
  },
  RateLimited: {
    words: "Too many requests",
    advice:
      "The user’s network sent more requests in a minute than the limits allow. Ask the user to wait " +
      "a minute. If this repeats, ask an admin to check the limits in Settings.",
  },
  Internal: {
    words: "Internal error",
    advice:
      "Keystead failed, not the user. Ask them to try again. If this repeats, search Keystead’s log " +
      "for the request id.",
  },
  "VerificationFailed.malformed": {
    words: "Passkey: malformed response",
    advice: registerOnly,
  },
  "VerificationFailed.type": {
    words: "Passkey: response to another kind of request",
    advice: tryAgain,
  },
  "VerificationFailed.challenge": {
    words: "Passkey: response to another request",
    advice: tryAgain,
  },
  "VerificationFailed.signature-counter": {
    words: "Passkey: signature counter did not increase",
    advice: (user) =>
      `The passkey may have been copied. Disable it. ${registerNew(user)} ` +
      "Settings → Sign-in decides whether such sign-ins are refused.",
  },
  "VerificationFailed.origin": {
    words: "Passkey: origin not allowed",
    advice: checkSites,
  },
  "VerificationFailed.cross-origin": {
    words: "Passkey: used in another site’s frame",
    advice: checkSites,
  },
  "VerificationFailed.rp-id": {
    words: "Passkey: another relying party",
    advice: checkSites,
  },
  "VerificationFailed.user-presence": {
    words: "Passkey: no user presence",
    advice: registerOnly,
  },
  "VerificationFailed.user-verification": {
    words: "Passkey: no fingerprint, face or PIN",
    advice:
      "The device did not check who uses it, and your settings or your application require that. Ask " +
      "the user to set up a screen lock or PIN, or to use another device.",
  },
  "VerificationFailed.backup-state": {
    words: "Passkey: impossible backup state",
    advice: registerOnly,
  },
  "VerificationFailed.backup-eligibility": {
    words: "Passkey: backup eligibility changed",
    advice: replacePasskey,
  },
  "VerificationFailed.algorithm": {
    words: "Passkey: algorithm not offered",
    advice: "Ask the user to register a passkey on another device.",
  },
  "VerificationFailed.attestation": {
    words: "Passkey: invalid attestation",
    advice: "Ask the user to register a passkey on another device.",
  },
  "VerificationFailed.credential-id": {
    words: "Passkey: invalid credential id",
    advice: registerOnly,
  },
  "VerificationFailed.resident-key": {
    words: "Passkey: not discoverable",
    advice: "Ask the user to register a passkey on another device.",
  },
  "VerificationFailed.credential-not-allowed": {
    words: "Passkey: belongs to another account",
    advice:
      "The user chose a passkey of another account. Ask them to choose the one of this account.",
  },
  "VerificationFailed.user-handle": {
    words: "Passkey: stored for another user",
    advice:
      "The user chose a passkey of another account. Ask them to choose the one of this account.",
  },
  "VerificationFailed.signature": {
    words: "Passkey: wrong signature",
    advice: (user) =>
      "The device signed with another key than the one registered for this passkey. " +
      replacePasskey(user),
  },
  "VerificationFailed.policy-unattested": {
    words: "Policy: authenticator not attested",
    advice: (user) =>
      `No maker vouches for this authenticator. ${registerOther(user, "an authenticator that your policy accepts")}`,
  },
  "VerificationFailed.policy-root": {
    words: "Policy: attestation of an unknown maker",
    advice:
      "The attestation ends in no root that you trust. If you trust the maker, add its root " +
      "certificate in Settings → Passkey policy.",
  },
  "VerificationFailed.policy-aaguid": {
    words: "Policy: authenticator model not accepted",
    advice: (user) => registerOther(user, "a model that you accept"),
  },
  "VerificationFailed.policy-certification": {
    words: "Policy: certification too low or missing",
    advice: (user) => registerOther(user, "a certified authenticator"),
  },
  "VerificationFailed.policy-revoked": {
    words: "Policy: authenticator model revoked or compromised",
    advice: (user) =>
      "FIDO Metadata reports a security problem of this model, so disable the passkey. " +
      registerOther(user, "an authenticator of another model"),
  },
  "VerificationFailed.policy-storage": {
    words: "Policy: storage not accepted",
    advice: (user) => {
      const canSync = "ways" in user ? user.failedCanSync : null;
      return canSync === null
        ? `Your policy accepts only synced or only device-bound passkeys. ${registerOther(user, "a device or password manager of that kind")}`
        : `Your policy doesn’t accept ${canSync ? "synced" : "device-bound"} passkeys. ${registerOther(user, canSync ? "a security key, or a device that doesn’t sync its passkeys" : "a password manager that syncs its passkeys")}`;
    },
  },
  "VerificationFailed.policy-user-verification": {
    words: "Policy: no fingerprint, face or PIN",
    advice:
      "Your policy requires user verification. Ask the user to set up a screen lock or PIN, or to " +
      "use another device.",
  },
  "VerificationFailed.policy-algorithm": {
    words: "Policy: algorithm not accepted",
    advice: (user) => registerOther(user, "another authenticator"),
  },
  "VerificationFailed.policy-top-origin": {
    words: "Policy: embedded in a site that is not accepted",
    advice: `Check which site embeds your page. ${checkPolicy}`,
  },
  ...deliveryReasons,
};

/** The reasons that an event can have, in words. */
export const reasonWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([reason, { words }]) => [reason, words]),
);

const isKnown = (reason: string): reason is Reason => Object.hasOwn(reasons, reason);

export const wordsOfReason = (reason: string): string =>
  isKnown(reason) ? reasons[reason].words : reason;

/** As `wordsOfReason`, but says which of its causes a refused origin had. */
export const wordsOfRefusal = (reason: string, origin: string | null): string =>
  reason === "Forbidden" && origin !== null ? "Origin not allowed" : wordsOfReason(reason);

/**
 * Returns what an operator can do about a reason; undefined if the reason is unknown.
 * @param user undefined if the user or the tenancy is blocked, so that no way to sign in helps
 */
export function adviceOf(reason: string, user: Advised | undefined): string | undefined {
  if (!isKnown(reason)) return undefined;
  const { advice } = reasons[reason];
  if (typeof advice === "string") return advice;
  return user && advice(user);
}
