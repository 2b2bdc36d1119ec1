import { sumOf, type Counts } from "@/lib/domain/activity/read-activity";
import { findPlatformName } from "@/lib/domain/passkey/platform-name";
import type { Bar } from "./bar-table";
import { activityHref, emailLogHref, passkeysHref, type Span } from "./drill-down";
import { failureWords } from "./failure-words";

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
    Object.entries(failureWords).map(([metric, label]) => ({
      label,
      count: totals[metric] ?? 0,
      href: activityHref(tenancyId, span, { reason: metric.slice("failure.".length) }),
    })),
    activityHref(tenancyId, span, { kind: "refused" }),
  );

/** Registered passkeys by product. One product can have several AAGUIDs. */
export function providerBars({ tenancyId, totals, ...span }: Counted): Bar[] {
  const registrations = activityHref(tenancyId, span, { kind: "registration.succeeded" });
  const byName = new Map<string, { count: number; aaguids: string[] }>();
  for (const [metric, count = 0] of Object.entries(totals)) {
    if (!metric.startsWith("provider.")) continue;
    const aaguid = metric.slice("provider.".length);
    const name = findPlatformName(aaguid) ?? "Not a known product";
    const found = byName.get(name) ?? { count: 0, aaguids: [] };
    byName.set(name, { count: found.count + count, aaguids: [...found.aaguids, aaguid] });
  }
  return longest(
    [...byName].map(([label, { count, aaguids }]) => {
      const [aaguid] = aaguids;
      const isOne = aaguid !== undefined && aaguids.length === 1 && aaguid !== "unknown";
      return { label, count, href: isOne ? passkeysHref(tenancyId, aaguid) : registrations };
    }),
    registrations,
  );
}

/** Requested codes by result. Codes of the last minutes are still pending. */
export function codeBars({ tenancyId, totals, ...span }: Counted): Bar[] {
  const {
    "challenge.created": created = 0,
    "challenge.verified": verified = 0,
    "challenge.superseded": superseded = 0,
    "challenge.deleted": deleted = 0,
  } = totals;
  if (created + verified === 0) return [];
  const removed = superseded + deleted;
  const bars = [
    {
      label: "Requested",
      count: created,
      href: activityHref(tenancyId, span, { kind: "code.requested" }),
    },
    {
      label: "Verified",
      count: verified,
      href: activityHref(tenancyId, span, { kind: "code.verified" }),
    },
    {
      label: "Replaced or deleted",
      count: removed,
      href: emailLogHref(tenancyId, span, { state: "deleted" }),
    },
    {
      label: "Pending, expired or out of attempts",
      count: Math.max(0, created - verified - removed),
      href: emailLogHref(tenancyId, span),
    },
  ];
  return withShares(bars, created);
}

/** Attempts to deliver an email, by result. */
export function deliveryBars({ tenancyId, totals, ...span }: Counted): Bar[] {
  const attempts = sumOf(totals, "mail.");
  if (attempts === 0) return [];
  const bars = [
    {
      label: "Accepted by the provider",
      count: totals["mail.sent"] ?? 0,
      href: emailLogHref(tenancyId, span, { delivery: "accepted" }),
    },
    {
      label: "Failed, retried later",
      count: totals["mail.retried"] ?? 0,
      href: emailLogHref(tenancyId, span, { delivery: "retrying" }),
    },
    {
      label: "Refused, expired or no longer needed",
      count: totals["mail.dead"] ?? 0,
      href: emailLogHref(tenancyId, span, { delivery: "refused" }),
    },
  ];
  return withShares(bars, attempts);
}
