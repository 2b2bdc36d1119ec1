import { ChartLine } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ActivityReport, Period } from "@/lib/domain/activity/read-activity";
import { ActivityChart } from "./activity-chart";
import { BarTable, type Bar } from "./bar-table";
import { toPoints } from "./chart-series";
import { codeBars, deliveryBars, failureBars, providerBars } from "./to-bars";

interface BarCardProps {
  title: string;
  description: ReactNode;
  of: string;
  bars: readonly Bar[];
  color: string;
  nothing: string;
}

const BarCard = ({ title, description, of, bars, color, nothing }: BarCardProps) => (
  <Card title={title} description={description}>
    {bars.length === 0 ? (
      <p className="text-sm text-pretty text-quiet">{nothing}</p>
    ) : (
      <BarTable caption={title} of={of} bars={bars} color={color} />
    )}
  </Card>
);

const ceilingWords = (hours: number) =>
  `The hourly limit was reached in ${hours === 1 ? "one hour" : `${hours} hours`}.`;

interface Props {
  tenancyId: string;
  report: ActivityReport;
  period: Period;
}

/** Activity over time and by reason. Each number links to the list behind it. */
export function ActivityPanels({ tenancyId, report, period }: Props) {
  const { totals, buckets, fromMs, toMs } = report;
  if (Object.keys(totals).length === 0)
    return (
      <EmptyState icon={ChartLine} title="No activity in this period">
        Registrations, sign-ins, codes and failed requests appear here within a minute.
      </EmptyState>
    );
  const counted = { tenancyId, totals, fromMs, toMs };
  const fullHours = totals["challenge.ceiling-reached"] ?? 0;
  return (
    <>
      <Card title="Over time">
        <ActivityChart
          tenancyId={tenancyId}
          points={toPoints(buckets, toMs)}
          isByDay={period === "30d"}
        />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BarCard
          title="Failed requests"
          description="By reason, most frequent first."
          of="failed requests"
          bars={failureBars(counted)}
          color="var(--series-2)"
          nothing="No request failed."
        />
        <BarCard
          title="Codes by email"
          description={fullHours > 0 ? ceilingWords(fullHours) : "Requested codes by result."}
          of="requested codes"
          bars={codeBars(counted)}
          color="var(--series-3)"
          nothing="No code was requested."
        />
        <BarCard
          title="Email deliveries"
          description="Delivery attempts by result."
          of="attempts"
          bars={deliveryBars(counted)}
          color="var(--series-1)"
          nothing="No email was sent."
        />
        <BarCard
          title="Passkey providers"
          description="Registered passkeys by the product that stores them."
          of="registrations"
          bars={providerBars(counted)}
          color="var(--series-4)"
          nothing="No passkey was registered."
        />
      </div>
    </>
  );
}
