import type { Counts } from "@/lib/domain/activity/read-activity";
import { findPlatformName } from "@/lib/domain/passkey/platform-name";
import type { Bar } from "./bar-table";
import { failureWords } from "./failure-words";

const shownAtMost = 8;
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** Returns the longest bars and the sum of the rest. */
function longest(bars: Bar[]): Bar[] {
  const sorted = bars.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const rest = sorted.slice(shownAtMost - 1);
  return rest.length <= 1
    ? sorted
    : [
        ...sorted.slice(0, shownAtMost - 1),
        { label: `${rest.length} others`, count: rest.reduce((sum, { count }) => sum + count, 0) },
      ];
}

export const failureBars = (totals: Counts): Bar[] =>
  longest(
    Object.entries(failureWords).map(([metric, label]) => ({ label, count: totals[metric] ?? 0 })),
  );

/** Groups passkeys by product. One product can have several AAGUIDs. */
export function providerBars(totals: Counts): Bar[] {
  const byName = new Map<string, number>();
  for (const [metric, count = 0] of Object.entries(totals)) {
    if (!metric.startsWith("provider.")) continue;
    const name = findPlatformName(metric.slice("provider.".length)) ?? "Does not say";
    byName.set(name, (byName.get(name) ?? 0) + count);
  }
  const all = [...byName.values()].reduce((sum, count) => sum + count, 0);
  return longest(
    [...byName].map(([label, count]) => ({ label, count, note: percent.format(count / all) })),
  );
}

/** Returns the funnel of requested codes. Codes of the last minutes are still pending. */
export function funnelBars(totals: Counts): Bar[] {
  const {
    "challenge.created": created = 0,
    "challenge.verified": verified = 0,
    "challenge.superseded": superseded = 0,
    "challenge.deleted": deleted = 0,
  } = totals;
  if (created + verified === 0) return [];
  const share = (count: number) => (created === 0 ? {} : { note: percent.format(count / created) });
  const open = Math.max(0, created - verified - superseded - deleted);
  return [
    { label: "Asked for", count: created },
    { label: "Verified", count: verified, ...share(verified) },
    { label: "Replaced by a newer one", count: superseded, ...share(superseded) },
    { label: "Deleted", count: deleted, ...share(deleted) },
    { label: "Expired, used up or still open", count: open, ...share(open) },
  ];
}
