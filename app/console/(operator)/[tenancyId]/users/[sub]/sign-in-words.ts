import { wordsOfReason } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { alarmTitle } from "@/app/console/alarm-title";
import {
  isSince,
  type SignInSummary,
} from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { isFoundByJudging, type JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";

// What a user's page says about a sign-in:
// - the headline: whether the user can sign in, and if not, or only just, why
// - the remedy: what to do if no passkey works
// - code words: what an emailed code does for the user
// - what has settled a failure: the user has solved it since, or its cause has ended
// - email advice: what to tell a user who waits for a code
// - unexplained words: what to ask if nothing explains the problem

export interface Headline {
  tone: "good" | "warning" | "bad";
  text: string;
}

const passkeys = (count: number) => (count === 1 ? "1 passkey" : `${count} passkeys`);

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

function whyNoPasskeyWorks({ refused, quarantined, disabled }: SignInSummary["passkeys"]): string {
  const states = [
    { count: disabled.length, words: "disabled" },
    { count: quarantined.length, words: "in quarantine" },
    { count: refused.length, words: "refused by the passkey policy" },
  ].filter(({ count }) => count > 0);
  const [first] = states;
  if (first === undefined) return "no passkey is registered";
  if (states.length > 1)
    return `all passkeys are ${alternatives.format(states.map(({ words }) => words))}`;
  return `${first.count === 1 ? "the only passkey is" : `all ${first.count} passkeys are`} ${first.words}`;
}

function readyWords({ passkeys: { working }, code }: SignInSummary): string | null {
  const ways = [
    ...(working.length === 0 ? [] : [passkeys(working.length)]),
    ...(code === "works" ? ["an emailed code"] : []),
  ];
  return ways.length === 0 ? null : `Can sign in with ${ways.join(" or ")}`;
}

type Failure = Pick<TimelineEntry, "id" | "at" | "kind" | "reason">;

/** How the user has solved a failure since, whatever its cause was; null if they haven't. */
function solutionOf({ lastSignIn, passkeys: all }: SignInSummary, failure: Failure): string | null {
  if (!isSince(failure, lastSignIn)) return "they have signed in since";
  const isOfPasskey =
    failure.kind === "registration.refused" || failure.reason?.startsWith("VerificationFailed.");
  const isRegistered =
    isOfPasskey === true &&
    [...all.working, ...all.quarantined].some(({ passkey }) => passkey.createdAt > failure.at);
  return isRegistered ? "they have registered a passkey since" : null;
}

/** The last failure, unless it is solved; null without one. */
export const unsolvedProblemOf = (summary: SignInSummary) =>
  summary.lastProblem !== null && solutionOf(summary, summary.lastProblem) === null
    ? summary.lastProblem
    : null;

/** The cause of a failure that has ended: in the past tense, and what has ended it. */
interface EndedCause {
  was: string;
  since: string;
}

/** Returns the cause of a failure if it has ended since; null if it hasn't. */
export function endedCauseOf(
  { block, code, passkeys: all }: SignInSummary,
  { reason, passkey }: Pick<TimelineEntry, "reason" | "passkey">,
): EndedCause | null {
  const findIn = (records: readonly JudgedRecord[]) =>
    records.find((record) => record.passkey.id === passkey?.id);
  const isIn = (records: readonly JudgedRecord[]) => findIn(records) !== undefined;
  if (reason !== null && isFoundByJudging(reason))
    return findIn([...all.working, ...all.quarantined])?.judgment === "accepted"
      ? { was: wordsOfReason(reason), since: "the policy accepts this passkey now" }
      : null;
  switch (reason) {
    case "PasskeyDisabled":
      if (isIn(all.refused))
        return {
          was: "Passkey was disabled",
          since: "it has been enabled since, but the passkey policy refuses it now",
        };
      return isIn([...all.working, ...all.quarantined])
        ? { was: "Passkey was disabled", since: "it has been enabled since" }
        : null;
    case "Forbidden.email-not-verified":
      return code === "not-owned" || code === "no-email"
        ? null
        : { was: "Email wasn’t verified", since: "it has been verified since" };
    case "PasskeyDisabled.quarantine":
      return isIn([...all.working, ...all.refused])
        ? { was: "Passkey was in quarantine", since: "that has ended" }
        : null;
    case "PasskeyDisabled.user-disabled":
    case "Forbidden.user-disabled":
      return block === "user-disabled"
        ? null
        : { was: "User was disabled", since: "they have been enabled since" };
    default:
      return null;
  }
}

interface Settled {
  since: string;
  /** The cause in the past tense, if it has ended. */
  was: string | undefined;
}

/** Returns what has settled a failure: its solution, or the end of its cause; null if nothing has. */
export function settledOf(
  summary: SignInSummary,
  failure: Failure & Pick<TimelineEntry, "passkey">,
): Settled | null {
  const ended = endedCauseOf(summary, failure);
  const since = solutionOf(summary, failure) ?? ended?.since;
  return since === undefined ? null : { since, was: ended?.was };
}

/** Says what has settled a failure, as a sentence; null if nothing has. */
export function pastWords(
  summary: SignInSummary,
  failure: Failure & Pick<TimelineEntry, "passkey">,
): string | null {
  const settled = settledOf(summary, failure);
  return settled && `${settled.since.charAt(0).toUpperCase()}${settled.since.slice(1)}.`;
}

/** Whether the last sign-in with a passkey was refused for a cause that may still apply. */
function hasFailedLast(summary: SignInSummary): boolean {
  const problem = unsolvedProblemOf(summary);
  return problem?.kind === "sign-in.refused" && endedCauseOf(summary, problem) === null;
}

/** The title of a severe alarm within a sentence, what happens to the last email, or any other alarm. */
function emailProblemWords({ emailProblem }: SignInSummary): string | null {
  if (emailProblem === null) return null;
  const { alarm, retried } = emailProblem;
  if (alarm === null || (retried !== null && !alarm.isSevere))
    return "the last email isn’t delivered yet";
  const title = alarmTitle(alarm);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** What the operator should know although a passkey works. */
function concernOf(summary: SignInSummary): string | null {
  if (hasFailedLast(summary)) return "the last attempt failed";
  if (summary.code === "bounced") return "emails to this address bounce";
  if (summary.code === "refused") return "emails to this address are refused";
  return summary.isMailboxLimited ? "the mailbox is rate-limited" : emailProblemWords(summary);
}

/** Why the user’s mailbox receives no code now; null if nothing is known to stop it. */
export function whyNoCode(summary: SignInSummary): string | null {
  switch (summary.code) {
    case "rate-limited":
      return "the mailbox must wait for a code";
    case "bounced":
      return "emails to this address bounce";
    case "refused":
      return "emails to this address are refused";
    case "undelivered":
      return emailProblemWords(summary);
    default:
      return null;
  }
}

/** Returns whether the user can sign in, in one sentence to read to a caller. */
export function headlineOf(summary: SignInSummary): Headline {
  const { block, passkeys: all, code } = summary;
  if (block === "user-disabled")
    return { tone: "bad", text: "This user is disabled and can’t sign in" };
  if (block === "tenancy-suspended")
    return { tone: "bad", text: "This tenancy is suspended, so no user can sign in" };
  const ready = readyWords(summary);
  if (all.working.length > 0 && ready !== null) {
    const concern = concernOf(summary);
    return concern === null
      ? { tone: "good", text: ready }
      : { tone: "warning", text: `${ready}, but ${concern}` };
  }
  const why = whyNoPasskeyWorks(all);
  if (ready !== null) return { tone: "warning", text: `${ready}, but ${why}` };
  if (code === "recovery")
    return { tone: "warning", text: `Can create a passkey with an emailed code, but ${why}` };
  if (code === "application")
    return { tone: "warning", text: `Can’t sign in with a passkey: ${why}` };
  const noCode = whyNoCode(summary);
  return noCode === null
    ? { tone: "bad", text: `Can’t sign in: ${why}` }
    : { tone: "bad", text: `Can’t sign in now: ${why}, and ${noCode}` };
}

/** Returns what an emailed code does for the user; undefined if the headline says it. */
export function codeWords(state: SignInSummary["code"]): string | undefined {
  switch (state) {
    case "works":
    case "rate-limited":
    case "bounced":
    case "refused":
    case "undelivered":
      return undefined;
    case "recovery":
      return (
        "An emailed code doesn’t sign the user in, but lets them create a passkey on the hosted " +
        "pages."
      );
    case "application":
      return "Your application decides whether an emailed code signs the user in.";
    case "no-email":
      return "The user has no email, so no code can be sent.";
    case "not-owned":
      return (
        "An emailed code doesn’t open this account, because its email isn’t verified. If you know " +
        "that the address is theirs, mark it as verified in the profile."
      );
  }
}

/** Returns what to do if no passkey works; undefined if there is nothing to add. */
export function remedyOf({ block, passkeys: all, code }: SignInSummary): string | undefined {
  if (block === "user-disabled") return "Enable the user if the reason no longer applies.";
  if (block === "tenancy-suspended") return "An owner can resume it in Settings → Danger zone.";
  if (all.working.length + all.quarantined.length + all.disabled.length > 0) return undefined;
  const isRefused = all.refused.length > 0;
  const passkey = isRefused ? "a passkey that the policy accepts" : "a passkey";
  switch (code) {
    case "works":
      return `Ask them to sign in with a code on the sign-in page, and to create ${passkey} there.`;
    case "recovery":
      return `Ask them to request a code on the sign-in page, and to create ${passkey} there.`;
    default:
      return isRefused
        ? `They need ${passkey}. Your application starts its registration.`
        : "Your application starts the registration of a passkey.";
  }
}

/** What a timeline without failures can't show. */
const noTrace =
  "No failed attempt is recorded. A cancelled prompt appears here only if your backend authorized the sign-in for this user.";

/**
 * Returns what to ask a user who can't sign in although nothing on the page explains it; undefined
 * if something does.
 */
export function unexplainedWords(summary: SignInSummary): string | undefined {
  const { block, passkeys: all, lastProblem, lastPrompt } = summary;
  if (block !== null || lastProblem !== null || all.working.length === 0) return undefined;
  const staysOnDevice = all.working.every(
    ({ passkey }) => passkey.credential.deviceType === "singleDevice",
  );
  const trace = lastPrompt === null ? noTrace : undefined;
  if (!staysOnDevice) return trace;
  const device =
    all.working.length === 1
      ? "Their passkey works only on the device that has it."
      : "Their passkeys work only on the devices that have them.";
  return trace === undefined ? device : `${trace} ${device}`;
}

/** Returns what to tell a user who waits for the last email; undefined if there is nothing to say. */
export function emailAdviceOf({ lastEmail }: SignInSummary): string | undefined {
  switch (lastEmail?.kind) {
    case "code.requested":
      return "The email log says whether the email was delivered.";
    case "code.accepted":
      return "If it hasn’t arrived, ask the user to check the spam folder.";
    default:
      return undefined;
  }
}
