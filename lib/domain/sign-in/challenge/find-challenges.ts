import {
  allOf,
  type BoundedCount,
  countMatches,
  type Page,
  readPage,
  type Scan,
} from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { newestRows, type Span } from "@/lib/domain/base/newest-rows";
import type { DeliveryState } from "@/lib/domain/user/email/delivery-state";
import { Prisma } from "@/prisma/generated/client";
import {
  type ChallengeState,
  hasDelivery,
  joinEmail,
  ShownChallenge,
  shownColumns,
  stateOf,
} from "./shown-challenge";

export interface ChallengeFilter extends Span {
  state?: ChallengeState | undefined;
  /** State of its latest email. */
  delivery?: DeliveryState | undefined;
  purpose?: string | undefined;
  /** An address, or a part of one; its start if the part has fewer than three characters. */
  mailbox?: string | undefined;
}

const shortestPart = 3;

function hasPart(mailbox: string): Prisma.Sql {
  const text = mailbox.normalize("NFC").toLowerCase();
  const pattern = `${text.length < shortestPart ? "" : "%"}${escapePattern(text)}%`;
  return Prisma.sql`c."emailNormalized" LIKE ${pattern}`;
}

/** The scan of a tenancy's challenges, or those of an address, newest first. */
function scanOf(
  { tenancy, clock }: TenancyContext,
  { state, delivery, purpose, mailbox, ...span }: ChallengeFilter,
  address?: string,
): Scan {
  const by = address === undefined ? undefined : { column: "emailNormalized", values: [address] };
  return {
    rows: newestRows({ table: "Challenge", tenancyId: tenancy.id, by, ...span }),
    alias: "c",
    filter: allOf([
      state !== undefined && Prisma.sql`${stateOf(new Date(clock.now()))} = ${state}`,
      purpose !== undefined && Prisma.sql`c."purpose" = ${purpose}`,
      delivery !== undefined && hasDelivery(delivery),
      mailbox !== undefined && hasPart(mailbox),
    ]),
  };
}

const shownIn = ({ clock }: TenancyContext) => ({
  Row: ShownChallenge,
  columns: shownColumns(new Date(clock.now())),
  joins: joinEmail,
});

/**
 * Returns a page of a tenancy's challenges, newest first. The cost is bounded: the page says how far
 * the search went if it stopped early.
 */
export async function findChallenges(
  ctx: TenancyContext,
  { mailbox, ...filter }: ChallengeFilter,
  pageSize: number,
): Promise<Page<ShownChallenge>> {
  const shown = shownIn(ctx);
  const address = mailbox === undefined ? null : parseEmail(mailbox);
  if (address !== null) {
    const page = await readPage(ctx, scanOf(ctx, filter, address.normalized), shown, pageSize);
    if (page.entries.length > 0 || page.next !== null) return page;
  }
  return readPage(ctx, scanOf(ctx, { ...filter, mailbox }), shown, pageSize);
}

/**
 * Counts the challenges that match a filter without a mailbox, on all pages. Reads as many as a page
 * searches; without a condition to check, up to one more than `limits.countedRows`.
 */
export const countChallenges = (
  ctx: TenancyContext,
  filter: Omit<ChallengeFilter, "mailbox">,
): Promise<BoundedCount> => countMatches(ctx, scanOf(ctx, { ...filter, before: undefined }));

/** Returns the mailbox's newest challenge, unless it is this one. */
export async function findNewerChallenge(
  ctx: TenancyContext,
  { id, emailNormalized }: Pick<ShownChallenge, "id" | "emailNormalized">,
): Promise<ShownChallenge | null> {
  const { entries } = await readPage(ctx, scanOf(ctx, {}, emailNormalized), shownIn(ctx), 1);
  return entries.find((newest) => newest.id !== id) ?? null;
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
