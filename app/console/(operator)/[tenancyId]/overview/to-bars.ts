import { reasonWords } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { nameProvider, unknownProvider } from "@/lib/domain/passkey/name-provider";
import type { Counts } from "@/lib/domain/record/counter/read-activity";
import type { ChallengeState, CodeCounts } from "@/lib/domain/sign-in/challenge/shown-challenge";
import type { Bar } from "./bar-table";
import { countHref, emailLogHref, type Lists, type Span } from "./drill-down";

/** What the bars of an overview count, and the lists behind them. */
export interface Counted extends Span, Lists {
  totals: Counts;
}

type UnsharedBar = Omit<Bar, "share">;

const shownAtMost = 8;

const withShares = (bars: readonly UnsharedBar[], total: number): Bar[] =>
  bars.map((bar) => ({ ...bar, share: total === 0 ? 0 : bar.count / total }));

/** Returns the longest bars and the sum of the rest, which no list shows alone. */
function longest(bars: readonly UnsharedBar[]): Bar[] {
  const sorted = bars.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const rest = sorted.slice(shownAtMost - 1);
  if (rest.length <= 1) return withShares(sorted, total);
  const others = {
    label: `${rest.length} others`,
    count: rest.reduce((sum, { count }) => sum + count, 0),
  };
  return withShares([...sorted.slice(0, shownAtMost - 1), others], total);
}

/** Failed requests by reason. */
export const failureBars = (counted: Counted): Bar[] =>
  longest(
    Object.entries(reasonWords).map(([reason, label]) => ({
      label,
      count: counted.totals[`failure.${reason}`] ?? 0,
      href: countHref(counted, counted, { kind: "refused", reason }),
    })),
  );

const policyReasons = Object.entries(reasonWords).filter(([reason]) =>
  reason.startsWith("VerificationFailed.policy-"),
);

/** Registrations and sign-ins that a policy in monitor mode would have refused, by reason. */
export const monitoredBars = (counted: Counted): Bar[] =>
  longest(
    policyReasons.map(([reason, label]) => ({
      label,
      count: counted.totals[`monitored.${reason.slice("VerificationFailed.".length)}`] ?? 0,
      href: countHref(counted, counted, { kind: "monitored", reason }),
    })),
  );

/** Registrations by passkey provider. No list has just them: one of passkeys has deleted ones no more. */
export function providerBars({ totals }: Pick<Counted, "totals">): Bar[] {
  const byName = new Map<string, number>();
  for (const [metric, count = 0] of Object.entries(totals)) {
    if (!metric.startsWith("provider.")) continue;
    const aaguid = metric.slice("provider.".length);
    const name = aaguid === "unknown" ? unknownProvider : nameProvider(aaguid);
    byName.set(name, count + (byName.get(name) ?? 0));
  }
  return longest([...byName].map(([label, count]) => ({ label, count })));
}

const codeWords: Record<ChallengeState, string> = {
  verified: "Verified",
  pending: "Pending",
  expired: "Expired",
  exhausted: "Out of attempts",
  replaced: "Replaced by a newer code",
  deleted: "Deleted",
};
const codeStates = Object.keys(codeWords) as ChallengeState[];

interface RequestedCodes {
  requested: number;
  /** The list of them all. */
  href: string | undefined;
  bars: Bar[];
}

/** Codes of which all are in the email log, each state with its list. */
function listedCodes(
  { tenancyId, ...span }: Counted,
  byState: Record<ChallengeState, number>,
): RequestedCodes {
  const requested = codeStates.reduce((sum, state) => sum + byState[state], 0);
  const bars = codeStates.map((state) => ({
    label: codeWords[state],
    count: byState[state],
    href: emailLogHref(tenancyId, span, { state }),
  }));
  return {
    requested,
    href: emailLogHref(tenancyId, span),
    bars: requested === 0 ? [] : withShares(bars, requested),
  };
}

/** Codes of which the email log has only a part: of the states, only pending codes have a list. */
function countedCodes(counted: Counted, pending: number | null): RequestedCodes {
  const {
    "challenge.created": created = 0,
    "challenge.verified": verified = 0,
    "challenge.superseded": replaced = 0,
    "challenge.exhausted": exhausted = 0,
    "challenge.deleted": deleted = 0,
  } = counted.totals;
  const rest = Math.max(0, created - verified - replaced - exhausted - deleted);
  const { tenancyId, fromMs, toMs } = counted;
  const bars = [
    {
      label: codeWords.verified,
      count: verified,
      href: countHref(counted, counted, { kind: "code.verified" }),
    },
    ...(pending === null
      ? [{ label: "Pending or expired", count: rest }]
      : [
          {
            label: codeWords.pending,
            count: pending,
            href: emailLogHref(tenancyId, { fromMs, toMs }, { state: "pending" }),
          },
          { label: codeWords.expired, count: Math.max(0, rest - pending) },
        ]),
    { label: codeWords.exhausted, count: exhausted },
    { label: codeWords.replaced, count: replaced },
    { label: codeWords.deleted, count: deleted },
  ];
  // A code can be requested before the period and verified in it, or just now and not be counted yet.
  const sum = bars.reduce((sum, { count }) => sum + count, 0);
  return {
    requested: created,
    href: countHref(counted, counted, { kind: "code.requested" }),
    bars: sum === 0 ? [] : withShares(bars, Math.max(created, sum)),
  };
}

/** Requested codes by result. */
export const codeBars = (counted: Counted, { pending, byState }: CodeCounts): RequestedCodes =>
  byState === null ? countedCodes(counted, pending) : listedCodes(counted, byState);

/** Attempts to deliver an email, by result. Their number isn't that of the emails in the log. */
export function deliveryBars({ totals }: Pick<Counted, "totals">): Bar[] {
  const { "mail.sent": accepted = 0, "mail.retried": retried = 0, "mail.dead": dead = 0 } = totals;
  const attempts = accepted + retried + dead;
  if (attempts === 0) return [];
  const bars = [
    { label: "Accepted by the provider", count: accepted },
    { label: "Failed, retried later", count: retried, color: "var(--warning)" },
    { label: "Refused or not delivered in time", count: dead, color: "var(--danger)" },
  ];
  return withShares(bars, attempts);
}
