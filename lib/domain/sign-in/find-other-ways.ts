import type { TenancyContext } from "@/lib/domain/context";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import { findSignInSummary } from "./find-sign-in-summary";
import { type Advised, otherWaysOf } from "./other-ways";
import { hasAccountPage } from "./summarize-sign-in";

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

/**
 * Returns how the user of an event can sign in otherwise, as their page says it. If the event names no
 * single user, only what the tenancy offers.
 * @returns undefined if the user or the tenancy is blocked
 */
export async function findOtherWays(
  ctx: TenancyContext,
  entry: TimelineEntry,
): Promise<Advised | undefined> {
  const sub = await findSub(ctx, entry);
  const summary = sub === null ? null : await findSignInSummary(ctx, sub);
  if (summary === null) return { hasAccountPage: hasAccountPage(ctx) };
  return otherWaysOf(summary, entry.passkey?.id ?? null);
}
