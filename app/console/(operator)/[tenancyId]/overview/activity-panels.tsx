import { ChartLine } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { sumOf, type ActivityReport, type Period } from "@/lib/domain/activity/read-activity";
import { ActivityChart } from "./activity-chart";
import { BarTable } from "./bar-table";
import { failureBars, funnelBars, providerBars } from "./to-bars";

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-pretty text-quiet">{children}</p>
);

/** Charts of sign-ins and errors over time, with breakdowns. */
export function ActivityPanels({ report, period }: { report: ActivityReport; period: Period }) {
  const { totals, buckets } = report;
  if (Object.keys(totals).length === 0)
    return (
      <EmptyState icon={ChartLine} title="Nothing happened in this time">
        Registrations, sign-ins, codes and refusals will be drawn here, a minute after they happen
        at the latest.
      </EmptyState>
    );
  const [failures, funnel, providers] = [
    failureBars(totals),
    funnelBars(totals),
    providerBars(totals),
  ];
  const points = buckets.map(({ fromMs, counts }) => ({
    at: fromMs,
    registrations: counts["passkey.registered"] ?? 0,
    signIns: (counts["passkey.authenticated"] ?? 0) + (counts["user.authenticated-by-email"] ?? 0),
    codes: counts["challenge.verified"] ?? 0,
    refused: sumOf(counts, "failure."),
  }));
  return (
    <>
      <Card title="Over time">
        <ActivityChart points={points} isByDay={period === "30d"} />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="Codes by e-mail" description="What became of those that were asked for.">
          {funnel.length === 0 ? (
            <Nothing>No code was asked for.</Nothing>
          ) : (
            <BarTable caption="Codes by e-mail" bars={funnel} color="var(--series-3)" />
          )}
        </Card>
        <Card title="Refused requests" description="Why, the most frequent first.">
          {failures.length === 0 ? (
            <Nothing>Nothing was refused.</Nothing>
          ) : (
            <BarTable
              caption="Refused requests by reason"
              bars={failures}
              color="var(--series-2)"
            />
          )}
        </Card>
        <Card
          title="Where new passkeys are kept"
          description="By the product that made them, as it says itself."
        >
          {providers.length === 0 ? (
            <Nothing>No passkey was registered.</Nothing>
          ) : (
            <BarTable caption="Registrations by product" bars={providers} color="var(--series-4)" />
          )}
        </Card>
        <Card title="Mails" description="Attempts to send one, by what came of them.">
          {sumOf(totals, "mail.") === 0 ? (
            <Nothing>No mail was sent.</Nothing>
          ) : (
            <BarTable
              caption="Mails by what came of them"
              color="var(--series-1)"
              bars={[
                { label: "Sent", count: totals["mail.sent"] ?? 0 },
                { label: "Put off, to be tried again", count: totals["mail.retried"] ?? 0 },
                { label: "Given up", count: totals["mail.dead"] ?? 0 },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  );
}
