import type { TenancyContext } from "@/lib/domain/base/context";
import {
  findMailboxOf,
  type TimelineEntry,
} from "@/lib/domain/history/timeline-search/timeline-entry";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { type MailboxState, readMailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import {
  findMailboxProblem,
  type MailboxProblem,
} from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { type Advised, otherWaysOf } from "./other-ways";
import { hasAccountPage, type SignInSummary, summarizeSignIn } from "./summarize-sign-in";

interface UserMailbox {
  /** The email whose codes belong to the user; null without one. */
  mailbox: string | null;
  mailboxState: MailboxState | null;
  mailboxProblem: MailboxProblem | null;
}

/** Reads the mailbox of a user, its limits and what the email provider reported about it. */
export async function readUserMailbox(
  ctx: TenancyContext,
  user: { sub: string; emailNormalized: string | null },
): Promise<UserMailbox> {
  const mailbox = await findMailboxOf(ctx, user);
  if (mailbox === null) return { mailbox, mailboxState: null, mailboxProblem: null };
  const [mailboxState, mailboxProblem] = await Promise.all([
    readMailboxState(ctx, mailbox),
    findMailboxProblem(ctx, mailbox),
  ]);
  return { mailbox, mailboxState, mailboxProblem };
}

/** Reads a user and says whether and how they can sign in, as their page does. Null without the user. */
export async function findSignInSummary(
  ctx: TenancyContext,
  sub: string,
): Promise<SignInSummary | null> {
  const user = await findUserProfile(ctx, sub);
  if (user === null) return null;
  const passkeys = await judgeRecords(ctx, await listPasskeyRecordsOf(ctx, user.sub));
  return summarizeSignIn(ctx, { user, passkeys, ...(await readUserMailbox(ctx, user)) });
}

/** Finds the user of an event, else the only user who has its mailbox. */
async function findSub(
  { db, tenancy }: TenancyContext,
  { user, email }: TimelineEntry,
): Promise<string | null> {
  if (user !== null) return user.sub;
  if (email === null) return null;
  const users = await db.user.findMany({
    where: { tenancyId: tenancy.id, emailNormalized: email },
    select: { sub: true },
    take: 2,
  });
  return users.length === 1 ? (users[0]?.sub ?? null) : null;
}

interface EventsUser {
  /**
   * How the user can sign in otherwise, as their page says it. If the event names no single user, only
   * what the tenancy offers. Undefined if the user or the tenancy is blocked.
   */
  user: Advised | undefined;
  /** Whether the user can sign in now; null if the event names no single user. */
  summary: SignInSummary | null;
}

/** Finds out what an event's user can do now. */
export async function findOtherWays(
  ctx: TenancyContext,
  entry: TimelineEntry,
): Promise<EventsUser> {
  const sub = await findSub(ctx, entry);
  const summary = sub === null ? null : await findSignInSummary(ctx, sub);
  if (summary === null) return { user: { hasAccountPage: hasAccountPage(ctx) }, summary };
  return { user: otherWaysOf(summary, entry.passkey?.id ?? null), summary };
}
