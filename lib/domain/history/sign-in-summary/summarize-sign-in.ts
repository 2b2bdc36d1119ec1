import type { TenancyContext } from "@/lib/domain/base/context";
import { newestFirst } from "@/lib/domain/base/newest-rows";
import { findAccountPage, findHostedPages } from "@/lib/domain/base/tenancy/hosted-pages";
import { isRefusedRequest, reportedKinds, timelineKinds } from "@/lib/domain/base/timeline-event";
import { nameEntries } from "@/lib/domain/history/timeline-search/name-entries";
import { scanEvents } from "@/lib/domain/history/timeline-search/scan-events";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { type JudgedRecord, refusalOf } from "@/lib/domain/passkey/policy/judge-records";
import { isRateLimited, type MailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { isCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import type { UserProfile } from "@/lib/domain/user/find-user-profile";
import type { MailboxProblem } from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type EmailProblem, findEmailProblem } from "./find-email-problem";

const signInKinds = ["sign-in.succeeded", "sign-in.by-code"];
const problemKinds = [...timelineKinds.filter(isRefusedRequest), "code.failed"];
/** Where the email of a code is. */
const emailKinds = ["code.requested", "code.accepted", "code.failed", "code.verified"];

/** Whether an emailed code signs the user in. */
type CodeState =
  /** Yes, on Keystead's own pages. */
  | "works"
  /** No, but on Keystead's own pages it lets the user create a passkey. */
  | "recovery"
  /** No further code is sent to the mailbox for now. */
  | "rate-limited"
  /** The mailbox bounced, so no email is sent to it for now. */
  | "bounced"
  /** The email provider refused the last email to the mailbox. */
  | "refused"
  /** Yes, or the application decides, but emails don't arrive now: see `emailProblem`. */
  | "undelivered"
  /** The application requests the codes and decides what they open. */
  | "application"
  /** The user has no email. */
  | "no-email"
  /** The user doesn't own the email, so a code for it opens another account. */
  | "not-owned";

/** Whether and how a user can sign in now, and what happened last. Times in ms. */
export interface SignInSummary {
  /** The user or the whole tenancy is kept out; null if neither is. */
  block: "user-disabled" | "tenancy-suspended" | null;
  passkeys: {
    working: JudgedRecord[];
    /** Enabled, but the passkey policy refuses them. */
    refused: JudgedRecord[];
    /** Refused until their `quarantinedUntil`. */
    quarantined: JudgedRecord[];
    disabled: JudgedRecord[];
  };
  code: CodeState;
  /** Whether the user adds and deletes passkeys on a page of Keystead. */
  hasAccountPage: boolean;
  /** Whether any requests for codes are refused now: your backend's, or those of visitors. */
  isMailboxLimited: boolean;
  /** Why an email may not arrive now. Null if nothing is known, or if no email concerns the user. */
  emailProblem: EmailProblem | null;
  /** The newest event of the email of a code. */
  lastEmail: TimelineEntry | null;
  /** The browser, if the sign-in is still in the timeline. */
  lastSignIn: { at: number; event: TimelineEntry | null } | null;
  /** The last failure in the timeline. */
  lastProblem: TimelineEntry | null;
  /**
   * How the last prompt ended without a passkey, as the browser reported it; null if the user has
   * signed in since.
   */
  lastPrompt: TimelineEntry | null;
}

interface Subject {
  user: Pick<UserProfile, "sub" | "emailNormalized" | "emailVerified" | "emailOwned" | "disabled">;
  /** All passkeys of the user. */
  passkeys: readonly JudgedRecord[];
  /** The email whose codes belong to the user; null without one. */
  mailbox: string | null;
  mailboxState: MailboxState | null;
  mailboxProblem: MailboxProblem | null;
}

const isRefused = ({ kind, reason }: Pick<TimelineEntry, "kind" | "reason">) =>
  kind === "code.failed" && reason === "Delivery.refused";

const stopsCodes = (problem: SignInSummary["emailProblem"]) =>
  problem !== null && (problem.retried !== null || problem.alarm?.isSevere === true);

function codeStateOf(
  ctx: TenancyContext,
  { user, mailboxState, mailboxProblem }: Subject,
  { lastEmail, emailProblem }: Pick<SignInSummary, "lastEmail" | "emailProblem">,
): CodeState {
  const { tenancy, baseUrl } = ctx;
  // Operators sign in to the console with codes.
  const isOffered =
    tenancy.isSystem || (tenancy.hostedPages && findHostedPages(tenancy, baseUrl).available);
  if (user.emailNormalized === null) return "no-email";
  if (mailboxState === null || (isOffered && !user.emailVerified && !user.emailOwned))
    return "not-owned";
  if (mailboxProblem !== null && mailboxProblem.blockedUntil !== null) return "bounced";
  if (lastEmail !== null && isRefused(lastEmail)) return "refused";
  const { rateLimitedUntil } = isOffered ? mailboxState.visitors : mailboxState.backend;
  if (rateLimitedUntil !== null) return "rate-limited";
  if (stopsCodes(emailProblem)) return "undelivered";
  if (!isOffered) return "application";
  return tenancy.isSystem || isCodeSignIn(ctx) ? "works" : "recovery";
}

/** Finds the user's newest sign-in and reported prompt, and the newest failure and email of the user or the mailbox. */
async function findLast(ctx: TenancyContext, { user, mailbox }: Subject) {
  const scan = (column: "sub" | "email", value: string, kinds: readonly string[]) => {
    const filter = Prisma.sql`e."kind" = ANY (${kinds}::text[])`;
    return scanEvents(ctx, { by: { column, values: [value] }, filter }, 1);
  };
  const scanBoth = async (kinds: readonly string[]) => {
    const scanned = await Promise.all([
      scan("sub", user.sub, kinds),
      ...(mailbox === null ? [] : [scan("email", mailbox, kinds)]),
    ]);
    return scanned.flatMap(({ matches }) => matches).sort(newestFirst)[0];
  };
  const [signIns, prompts, problem, email] = await Promise.all([
    scan("sub", user.sub, signInKinds),
    scan("sub", user.sub, reportedKinds),
    scanBoth(problemKinds),
    scanBoth(emailKinds),
  ]);
  const signIn = signIns.matches[0];
  const prompt = prompts.matches[0];
  const found = [signIn, prompt, problem, email].filter((event) => event !== undefined);
  const entries = await nameEntries(ctx, found);
  const named = (event: { id: string } | undefined) =>
    entries.find(({ id }) => id === event?.id) ?? null;
  return {
    signIn: named(signIn),
    prompt: named(prompt),
    problem: named(problem),
    email: named(email),
  };
}

/** Returns the later of the last recorded sign-in and the last use of a passkey. */
function lastSignInOf(
  event: TimelineEntry | null,
  passkeys: readonly JudgedRecord[],
): SignInSummary["lastSignIn"] {
  const used = Math.max(0, ...passkeys.map(({ passkey }) => passkey.lastUsed ?? 0));
  // In a flood, an event has the time of the first sign-in of its window.
  if (event !== null && event.at >= used - lifetimes.timelineWindowMs)
    return { at: event.at, event };
  return used === 0 ? null : { at: used, event: null };
}

/** Whether an event is later than the last sign-in. Ids order the events of one millisecond. */
export const isSince = (
  { id, at }: Pick<TimelineEntry, "id" | "at">,
  lastSignIn: SignInSummary["lastSignIn"],
): boolean => {
  if (lastSignIn === null) return true;
  return lastSignIn.event === null ? at > lastSignIn.at : id > lastSignIn.event.id;
};

/** Each passkey is in the first group that explains why it doesn't sign in. */
function groupPasskeys(passkeys: readonly JudgedRecord[], now: number): SignInSummary["passkeys"] {
  const groupOf = (record: JudgedRecord) => {
    if (!record.passkey.enabled) return "disabled";
    if (refusalOf(record) !== null) return "refused";
    return (record.quarantinedUntil ?? 0) > now ? "quarantined" : "working";
  };
  const of = (group: ReturnType<typeof groupOf>) =>
    passkeys.filter((record) => groupOf(record) === group);
  return {
    working: of("working"),
    refused: of("refused"),
    quarantined: of("quarantined"),
    disabled: of("disabled"),
  };
}

/** Whether users have an account page. Operators have one in the console. */
export const hasAccountPage = ({ tenancy, baseUrl }: TenancyContext): boolean =>
  tenancy.isSystem || findAccountPage(tenancy, baseUrl) !== null;

/**
 * Says whether a user can sign in now, by which ways, what stops the others, and what happened last.
 * Six reads of a timeline index, bounded like those of the timeline, and the tenancy's alarms.
 */
export async function summarizeSignIn(
  ctx: TenancyContext,
  subject: Subject,
): Promise<SignInSummary> {
  const { user, passkeys, mailboxState } = subject;
  const last = await findLast(ctx, subject);
  const emailProblem = await findEmailProblem(ctx, {
    mailbox: subject.mailbox,
    lastEmail: last.email,
  });
  const lastSignIn = lastSignInOf(last.signIn, passkeys);
  const code = codeStateOf(ctx, subject, { lastEmail: last.email, emailProblem });
  return {
    block:
      user.disabled !== null
        ? "user-disabled"
        : ctx.tenancy.suspendedAt === null
          ? null
          : "tenancy-suspended",
    passkeys: groupPasskeys(passkeys, ctx.clock.now()),
    code,
    hasAccountPage: hasAccountPage(ctx),
    emailProblem:
      emailProblem?.retried === null && (code === "no-email" || code === "not-owned")
        ? null
        : emailProblem,
    isMailboxLimited: mailboxState !== null && isRateLimited(mailboxState),
    lastEmail: last.email,
    lastSignIn,
    lastProblem: last.problem,
    lastPrompt: last.prompt !== null && isSince(last.prompt, lastSignIn) ? last.prompt : null,
  };
}
