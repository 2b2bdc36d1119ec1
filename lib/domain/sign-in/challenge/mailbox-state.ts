import type { TenancyContext } from "@/lib/domain/base/context";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { lifetimes, limits } from "@/lib/limits";
import {
  allTagsRequestLimits,
  type RequestLimits,
  requestLimits,
  visitorRequestLimits,
  waitMs,
} from "./mailbox-limits";

/** What wrong codes cause: one attempt per challenge, and then also codes of ten digits. */
type GuessRestriction = "none" | "one-attempt" | "long-code";

/** What API keys, or visitors together, can still do with a mailbox. */
export interface MailboxAllowance {
  requestsLeftInTenMinutes: number;
  requestsLeftToday: number;
  /** When the next request can succeed; null when it can now. */
  rateLimitedUntil: Date | null;
  /** Wrong codes in the last day, as far as they are counted. */
  wrongCodes: number;
  restriction: GuessRestriction;
  /** When the guess budget recovers; null when it isn't spent. */
  restrictedUntil: Date | null;
}

/** The limits of one mailbox (contract §7) as they stand now. */
export interface MailboxState {
  /** Requests by API keys. */
  backend: MailboxAllowance;
  /** Requests by all visitors from unknown browsers. */
  visitors: MailboxAllowance;
  /** Networks and browsers that used up their own budget, the longest limited first. */
  limitedVisitors: { visitor: string; until: Date }[];
}

/** Whether any requests for codes are refused now. */
export const isRateLimited = ({ backend, visitors, limitedVisitors }: MailboxState): boolean =>
  [backend, visitors].some(({ rateLimitedUntil }) => rateLimitedUntil !== null) ||
  limitedVisitors.length > 0;

/** Whether wrong codes restrict new ones now. */
export const isRestricted = ({ backend, visitors }: MailboxState): boolean =>
  [backend, visitors].some(({ restrictedUntil }) => restrictedUntil !== null);

/** So few requests left are soon used up: one is the next code that a user asks for. */
const nearlyNone = 1;

/** Whether a limit matters now: it refuses or restricts, or is nearly reached. */
export const isNearLimit = (state: MailboxState): boolean =>
  isRateLimited(state) ||
  isRestricted(state) ||
  [state.backend, state.visitors].some(
    ({ requestsLeftInTenMinutes, requestsLeftToday }) =>
      Math.min(requestsLeftInTenMinutes, requestsLeftToday) <= nearlyNone,
  );

/** More than the visitors' daily limit usually leaves. */
const visitorsRead = 100;

const guessLimits = {
  oneAttempt: [{ max: limits.wrongCodesUntilOneAttempt, withinMs: lifetimes.dayMs }],
  longCode: [{ max: limits.wrongCodesUntilLongCode, withinMs: lifetimes.dayMs }],
};

function untilOf(times: readonly Date[], all: RequestLimits, now: Date): Date | null {
  const wait = waitMs(times, all, now);
  return wait === 0 ? null : new Date(now.getTime() + wait);
}

const countWithin = (times: readonly Date[], withinMs: number, now: Date) =>
  times.filter((at) => at.getTime() > now.getTime() - withinMs).length;

/** Requests, and the limits that count them. */
interface Counted {
  askedAt: readonly Date[];
  limits: RequestLimits;
}

function allowanceOf(
  counted: readonly Counted[],
  wrongAt: readonly Date[],
  now: Date,
): MailboxAllowance {
  const leftWithin = (withinMs: number) =>
    Math.min(
      ...counted.flatMap(({ askedAt, limits: all }) =>
        all
          .filter((limit) => limit.withinMs >= withinMs)
          .map((limit) => Math.max(0, limit.max - countWithin(askedAt, limit.withinMs, now))),
      ),
    );
  const untils = counted
    .map(({ askedAt, limits: all }) => untilOf(askedAt, all, now))
    .filter((until) => until !== null);
  const restrictedUntil = untilOf(wrongAt, guessLimits.oneAttempt, now);
  const isLong = untilOf(wrongAt, guessLimits.longCode, now) !== null;
  return {
    requestsLeftInTenMinutes: leftWithin(lifetimes.challengeWindowMs),
    requestsLeftToday: leftWithin(lifetimes.dayMs),
    rateLimitedUntil: untils.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    wrongCodes: countWithin(wrongAt, lifetimes.dayMs, now),
    restriction: restrictedUntil === null ? "none" : isLong ? "long-code" : "one-attempt",
    restrictedUntil,
  };
}

const nothingYet = {
  askedAt: [],
  allTagsAskedAt: [],
  wrongAt: [],
  visitorAskedAt: [],
  visitorWrongAt: [],
};

/**
 * Reads how many codes may still be requested for mailboxes, and whether their guess budgets are
 * spent. Two reads by primary key, bounded by the limits themselves.
 * @param emails normalized
 * @returns the state of each of them
 */
export async function readMailboxStates(
  { db, clock, tenancy }: TenancyContext,
  emails: readonly string[],
): Promise<(email: string) => MailboxState> {
  const now = new Date(clock.now());
  const counted = emails.map(countedMailbox);
  const [rows, visitors] = await Promise.all([
    db.mailbox.findMany({
      where: { tenancyId: tenancy.id, email: { in: [...emails, ...counted] } },
    }),
    db.visitorBudget.findMany({
      where: { tenancyId: tenancy.id, email: { in: counted } },
      take: visitorsRead * emails.length,
    }),
  ]);
  const own = requestLimits(tenancy);
  const allTags = allTagsRequestLimits(tenancy);
  const shared = visitorRequestLimits(tenancy);
  const rowOf = (email: string) => rows.find((row) => row.email === email) ?? nothingYet;
  return (email) => {
    const mailbox = countedMailbox(email);
    const { allTagsAskedAt, wrongAt, visitorAskedAt, visitorWrongAt } = rowOf(mailbox);
    const ofKeys = [
      { askedAt: rowOf(email).askedAt, limits: own },
      { askedAt: allTagsAskedAt, limits: allTags },
    ];
    const ofVisitors = [{ askedAt: visitorAskedAt, limits: shared }];
    const limitedVisitors = visitors
      .filter((budget) => budget.email === mailbox)
      .flatMap(({ visitor, askedAt }) => {
        const until = untilOf(askedAt, visitor === "all browsers" ? shared : own, now);
        return until === null ? [] : [{ visitor, until }];
      });
    return {
      backend: allowanceOf(ofKeys, wrongAt, now),
      visitors: allowanceOf(ofVisitors, visitorWrongAt, now),
      limitedVisitors: limitedVisitors.toSorted((a, b) => b.until.getTime() - a.until.getTime()),
    };
  };
}

/** Returns the state of one mailbox. */
export async function readMailboxState(ctx: TenancyContext, email: string): Promise<MailboxState> {
  const stateOf = await readMailboxStates(ctx, [email]);
  return stateOf(email);
}
