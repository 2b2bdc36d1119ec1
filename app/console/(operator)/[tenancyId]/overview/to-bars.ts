import { reasonWords } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import type { ChallengeState } from "@/lib/domain/challenge/shown-challenge";
import type { Counts } from "@/lib/domain/counter/read-activity";
import { nameProvider, unknownProvider } from "@/lib/domain/passkey/name-provider";
import type { Bar } from "./bar-table";
import { activityHref, emailLogHref, passkeysHref, type Span } from "./drill-down";

/** What the bars of an overview count, and the lists behind them. */
export interface Counted extends Span {
  tenancyId: string;
  totals: Counts;
}

type UnsharedBar = Omit<Bar, "share">;

const shownAtMost = 8;

const withShares = (bars: readonly UnsharedBar[], total: number): Bar[] =>
  bars.map((bar) => ({ ...bar, share: total === 0 ? 0 : bar.count / total }));

/** Returns the longest bars and the sum of the rest, which links to the whole list. */
function longest(bars: readonly UnsharedBar[], wholeList: string): Bar[] {
  const sorted = bars.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const rest = sorted.slice(shownAtMost - 1);
  if (rest.length <= 1) return withShares(sorted, total);
  const others = {
    label: `${rest.length} others`,
    count: rest.reduce((sum, { count }) => sum + count, 0),
    href: wholeList,
  };
  return withShares([...sorted.slice(0, shownAtMost - 1), others], total);
}

/** Failed requests by reason. */
export const failureBars = ({ tenancyId, totals, ...span }: Counted): Bar[] =>
  longest(
    Object.entries(reasonWords).map(([reason, label]) => ({
      label,
      count: totals[`failure.${reason}`] ?? 0,
      href: activityHref(tenancyId, span, { kind: "refused", reason }),
    })),
    activityHref(tenancyId, span, { kind: "refused" }),
  );

const policyReasons = Object.entries(reasonWords).filter(([reason]) =>
  reason.startsWith("VerificationFailed.policy-"),
);

/** Registrations and sign-ins that a policy in monitor mode would have refused, by reason. */
export const monitoredBars = ({ tenancyId, totals, ...span }: Counted): Bar[] =>
  longest(
    policyReasons.map(([reason, label]) => ({
      label,
      count: totals[`monitored.${reason.slice("VerificationFailed.".length)}`] ?? 0,
      href: activityHref(tenancyId, span, { kind: "monitored", reason }),
    })),
    activityHref(tenancyId, span, { kind: "monitored" }),
  );

/**
 * Registered passkeys by provider. One can have several AAGUIDs; the list shows those of all. Passkeys
 * that the built-in list doesn't know may have a name in FIDO Metadata, so no list has just them.
 */
export function providerBars({ tenancyId, totals, ...span }: Counted): Bar[] {
  const registrations = activityHref(tenancyId, span, { kind: "registration.succeeded" });
  const byName = new Map<string, { count: number; aaguid: string }>();
  for (const [metric, count = 0] of Object.entries(totals)) {
    if (!metric.startsWith("provider.")) continue;
    const aaguid = metric.slice("provider.".length);
    const name = aaguid === "unknown" ? unknownProvider : nameProvider(aaguid);
    const { count: others = 0 } = byName.get(name) ?? {};
    byName.set(name, { count: others + count, aaguid });
  }
  return longest(
    [...byName].map(([label, { count, aaguid }]) => ({
      label,
      count,
      href: aaguid === "unknown" ? registrations : passkeysHref(tenancyId, aaguid),
    })),
    registrations,
  );
}

/**
 * Requested codes by result.
 * @param pending codes that can still be entered; null when there are too many to count
 */
export function codeBars({ tenancyId, totals, ...span }: Counted, pending: number | null): Bar[] {
  const {
    "challenge.created": created = 0,
    "challenge.verified": verified = 0,
    "challenge.superseded": superseded = 0,
    "challenge.exhausted": exhausted = 0,
    "challenge.deleted": deleted = 0,
  } = totals;
  if (created + verified === 0) return [];
  const rest = Math.max(0, created - verified - superseded - exhausted - deleted);
  const inLog = (label: string, count: number, state?: ChallengeState) => ({
    label,
    count,
    href: emailLogHref(tenancyId, span, state === undefined ? {} : { state }),
  });
  const bars = [
    {
      label: "Verified",
      count: verified,
      href: activityHref(tenancyId, span, { kind: "code.verified" }),
    },
    ...(pending === null
      ? [inLog("Pending or expired", rest)]
      : [
          inLog("Pending", Math.min(pending, rest), "pending"),
          inLog("Expired", Math.max(0, rest - pending), "expired"),
        ]),
    inLog("Out of attempts", exhausted, "exhausted"),
    inLog("Replaced by a newer code", superseded, "replaced"),
    inLog("Deleted", deleted, "deleted"),
  ];
  return withShares(bars, created);
}

/** Attempts to deliver an email, by result. */
export function deliveryBars({ tenancyId, totals, ...span }: Counted): Bar[] {
  const { "mail.sent": accepted = 0, "mail.retried": retried = 0, "mail.dead": dead = 0 } = totals;
  const attempts = accepted + retried + dead;
  if (attempts === 0) return [];
  const bars = [
    {
      label: "Accepted by the provider",
      count: accepted,
      href: emailLogHref(tenancyId, span, { delivery: "accepted" }),
    },
    {
      label: "Failed, retried later",
      count: retried,
      color: "var(--warning)",
      href: emailLogHref(tenancyId, span, { delivery: "retrying" }),
    },
    {
      label: "Refused or not delivered in time",
      count: dead,
      color: "var(--danger)",
      href: emailLogHref(tenancyId, span, { delivery: "refused" }),
    },
  ];
  return withShares(bars, attempts);
}
