import { decodeTime } from "ulid";
import { z } from "zod";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { parseEmail } from "@/lib/domain/user/email";
import { Prisma } from "@/prisma/generated/client";
import {
  joinMail,
  shownColumns,
  ShownChallenge,
  stateOf,
  type ChallengeState,
} from "./shown-challenge";

export interface ChallengeFilter {
  state?: ChallengeState | undefined;
  purpose?: string | undefined;
  /** A whole address, or how one begins. */
  mailbox?: string | undefined;
  /** Challenges older than this one. */
  before?: string | undefined;
}

export interface ChallengePage {
  challenges: ShownChallenge[];
  /** What `before` has to be for the next page; null at the end. */
  next: string | null;
  /** Set when the search stopped here (ms) with a page that is not full. */
  lookedBackTo: number | null;
}

const Scanned = z.object({
  searched: z.int(),
  lastSearched: z.string().nullable(),
  id: z.string().nullable(),
});

const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");

/**
 * Looks at a bounded number of challenges, newest first: those of one mailbox by its index, else
 * all by their ids.
 */
async function scan(
  ctx: TenancyContext,
  {
    by,
    also,
    before,
    most,
  }: { by: Prisma.Sql; also: Prisma.Sql; before: string | undefined; most: number },
): Promise<ChallengePage> {
  const now = new Date(ctx.clock.now());
  const older = before === undefined ? Prisma.sql`TRUE` : Prisma.sql`c."id" < ${before}`;
  const rows = await ctx.run(Prisma.sql`
    WITH searched AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${by} AND ${older} ORDER BY c."id" DESC LIMIT ${limits.searchedRows}
    )
    SELECT s.*, f.* FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (
      SELECT ${shownColumns(now)} FROM (SELECT c.* FROM searched c WHERE ${also} ORDER BY c."id" DESC LIMIT ${most + 1}) c ${joinMail}
    ) f ON TRUE ORDER BY f."id" DESC`);
  const { searched, lastSearched } = Scanned.parse(rows[0]);
  // Where nothing was found, what was searched stands in a row of its own.
  const challenges = ShownChallenge.array().parse(
    rows.filter((row) => Scanned.parse(row).id !== null),
  );
  if (challenges.length > most)
    return {
      challenges: challenges.slice(0, most),
      next: challenges[most - 1]?.id ?? null,
      lookedBackTo: null,
    };
  if (searched < limits.searchedRows || lastSearched === null)
    return { challenges, next: null, lookedBackTo: null };
  return { challenges, next: lastSearched, lookedBackTo: decodeTime(lastSearched.toUpperCase()) };
}

/**
 * A page of a tenancy's challenges, newest first. Costs the same however many there are; says how
 * far it looked.
 */
export async function findChallenges(
  ctx: TenancyContext,
  { state, purpose, mailbox, before }: ChallengeFilter,
  most: number,
): Promise<ChallengePage> {
  const now = new Date(ctx.clock.now());
  const asked = [
    state && Prisma.sql`${stateOf(now)} = ${state}`,
    purpose && Prisma.sql`c."purpose" = ${purpose}`,
  ].filter((condition) => typeof condition === "object");
  const also = Prisma.join([Prisma.sql`TRUE`, ...asked], " AND ");
  const whole = mailbox === undefined ? null : parseEmail(mailbox);
  if (whole !== null) {
    const found = await scan(ctx, {
      by: Prisma.sql`c."emailNormalized" = ${whole.normalized}`,
      also,
      before,
      most,
    });
    if (found.challenges.length > 0 || found.next !== null) return found;
  }
  const begins =
    mailbox === undefined
      ? Prisma.empty
      : Prisma.sql`AND c."emailNormalized" LIKE ${`${escapePattern(mailbox.normalize("NFC").toLowerCase())}%`}`;
  return scan(ctx, { by: Prisma.sql`TRUE`, also: Prisma.sql`${also} ${begins}`, before, most });
}

/**
 * One challenge, whatever became of it; null when there is none, or it was purged a day after its
 * end.
 */
export async function findShownChallenge(
  ctx: TenancyContext,
  id: string,
): Promise<ShownChallenge | null> {
  const [row] = await ctx.run(Prisma.sql`
    SELECT ${shownColumns(new Date(ctx.clock.now()))} FROM "Challenge" c ${joinMail} WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."id" = ${id}`);
  return row === undefined ? null : ShownChallenge.parse(row);
}
