import type { TenancyContext } from "@/lib/domain/base/context";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { findSignInSummary } from "./find-sign-in-summary";
import { type Advised, otherWaysOf } from "./other-ways";
import { hasAccountPage, type SignInSummary } from "./summarize-sign-in";

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
