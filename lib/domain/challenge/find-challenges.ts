import { z } from "zod";
import { smallestIdAt, timeOfId } from "@/lib/domain/audit/event-time";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { TenancyContext } from "@/lib/domain/context";
import type { DeliveryState } from "@/lib/domain/email/delivery-state";
import { escapePattern } from "@/lib/domain/escape-pattern";
import { parseEmail } from "@/lib/domain/user/email";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import {
  type ChallengeState,
  hasDelivery,
  joinEmail,
  ShownChallenge,
  shownColumns,
  stateOf,
} from "./shown-challenge";

export interface ChallengeFilter {
  state?: ChallengeState | undefined;
  /** State of its latest email. */
  delivery?: DeliveryState | undefined;
  purpose?: string | undefined;
  /** An address, or a part of one; its start if the part has fewer than three characters. */
  mailbox?: string | undefined;
  /** Requested at this time or later, in ms. */
  fromMs?: number | undefined;
  /** Requested before this time, in ms. */
  toMs?: number | undefined;
  /** A challenge's id: returns only older ones. */
  before?: string | undefined;
}

export interface ChallengePage {
  challenges: ShownChallenge[];
  /** `before` of the next page; null on the last page. */
  next: string | null;
  /** Set when the search stopped at this time (ms) before the page was full. */
  lookedBackTo: number | null;
}

const Scan = z.object({ searched: z.int(), lastSearched: z.string().nullable() });
// Without a match there is one row, with a null id.
const Row = z.union([Scan.extend({ id: z.null() }), ShownChallenge.extend(Scan.shape)]);

/** Condition on ids, because they begin with their time. */
export function isInRange({
  fromMs,
  toMs,
  before,
}: Pick<ChallengeFilter, "fromMs" | "toMs" | "before">) {
  const bounds = [
    fromMs !== undefined && Prisma.sql`c."id" >= ${smallestIdAt(fromMs)}`,
    toMs !== undefined && Prisma.sql`c."id" < ${smallestIdAt(toMs)}`,
    before !== undefined && Prisma.sql`c."id" < ${before}`,
  ].filter((bound) => typeof bound === "object");
  return Prisma.join([Prisma.sql`TRUE`, ...bounds], " AND ");
}

const shortestPart = 3;

function partPattern(mailbox: string): string {
  const text = mailbox.normalize("NFC").toLowerCase();
  return `${text.length < shortestPart ? "" : "%"}${escapePattern(text)}%`;
}

/**
 * Searches a bounded number of challenges, newest first. Raw, because Prisma cannot filter what a
 * limited query returns.
 * @param by indexed condition that selects the challenges to read
 * @param filter condition on the challenges that were read
 */
async function scan(
  ctx: TenancyContext,
  { by, filter, pageSize }: { by: Prisma.Sql; filter: Prisma.Sql; pageSize: number },
): Promise<ChallengePage> {
  const now = new Date(ctx.clock.now());
  const rows = await ctx.db.query(Row)`
    WITH searched AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${by}
      ORDER BY c."id" DESC LIMIT ${limits.searchedRows}
    )
    SELECT s.*, f.*
    FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (
      SELECT ${shownColumns(now)} FROM (
        SELECT c.* FROM searched c WHERE ${filter} ORDER BY c."id" DESC LIMIT ${pageSize + 1}
      ) c ${joinEmail}
    ) f ON TRUE ORDER BY f."id" DESC`;
  const { searched = 0, lastSearched = null } = rows[0] ?? {};
  const challenges = rows.filter((row) => row.id !== null);
  if (challenges.length > pageSize)
    return {
      challenges: challenges.slice(0, pageSize),
      next: challenges[pageSize - 1]?.id ?? null,
      lookedBackTo: null,
    };
  if (searched < limits.searchedRows || lastSearched === null)
    return { challenges, next: null, lookedBackTo: null };
  return { challenges, next: lastSearched, lookedBackTo: timeOfId(lastSearched) };
}

function conditionOf({ state, delivery, purpose }: ChallengeFilter, now: Date): Prisma.Sql {
  const conditions = [
    state && Prisma.sql`${stateOf(now)} = ${state}`,
    purpose && Prisma.sql`c."purpose" = ${purpose}`,
    delivery && hasDelivery(delivery),
  ].filter((condition) => typeof condition === "object");
  return Prisma.join([Prisma.sql`TRUE`, ...conditions], " AND ");
}

/**
 * Returns a page of a tenancy's challenges, newest first. The cost is bounded: the page says how far
 * the search went if it stopped early.
 */
export async function findChallenges(
  ctx: TenancyContext,
  { mailbox, ...asked }: ChallengeFilter,
  pageSize: number,
): Promise<ChallengePage> {
  const filter = conditionOf(asked, new Date(ctx.clock.now()));
  const address = mailbox === undefined ? null : parseEmail(mailbox);
  if (address !== null) {
    const found = await scan(ctx, {
      by: Prisma.sql`c."emailNormalized" = ${address.normalized} AND ${isInRange(asked)}`,
      filter,
      pageSize,
    });
    if (found.challenges.length > 0 || found.next !== null) return found;
  }
  const hasEmailbox =
    mailbox === undefined
      ? Prisma.empty
      : Prisma.sql`AND c."emailNormalized" LIKE ${partPattern(mailbox)}`;
  return scan(ctx, {
    by: isInRange(asked),
    filter: Prisma.sql`${filter} ${hasEmailbox}`,
    pageSize,
  });
}

/**
 * Counts the challenges that match a filter without a mailbox, on all pages. Reads as many as a page
 * searches; without a condition to check, up to one more than `limits.countedRows`.
 */
export async function countChallenges(
  ctx: TenancyContext,
  asked: Omit<ChallengeFilter, "mailbox" | "before">,
): Promise<BoundedCount> {
  const { state, delivery, purpose, fromMs, toMs } = asked;
  const isChecked = [state, delivery, purpose].some((value) => value !== undefined);
  const most = isChecked ? limits.searchedRows : limits.countedRows + 1;
  const [row] = await ctx.db.query(z.object({ searched: z.int(), count: z.int() }))`
    SELECT count(*)::int AS "searched",
      (count(*) FILTER (
        WHERE ${conditionOf(asked, new Date(ctx.clock.now()))}
      ))::int AS "count"
    FROM (
      SELECT * FROM "Challenge" c
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${isInRange({ fromMs, toMs })}
      ORDER BY c."id" DESC LIMIT ${most}
    ) c`;
  const { searched = 0, count = 0 } = row ?? {};
  return { count, isExact: searched < most || count > limits.countedRows };
}

/** Returns one challenge in any state; null when there is none, or it was purged a day after expiry. */
export async function findShownChallenge(
  ctx: TenancyContext,
  id: string,
): Promise<ShownChallenge | null> {
  const [found] = await ctx.db.query(ShownChallenge)`
    SELECT ${shownColumns(new Date(ctx.clock.now()))} FROM "Challenge" c ${joinEmail}
    WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."id" = ${id}`;
  return found ?? null;
}
