import { ChartLine } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { type ActivityReport, type Period, periods } from "@/lib/domain/counter/read-activity";
import type { HourlyActivity } from "@/lib/domain/counter/read-hourly-activity";
import type { PasskeyShare } from "@/lib/domain/user-search/read-passkey-share";
import { ActivityChart } from "./activity-chart";
import { type Bar, BarTable, type UnlinkedBar } from "./bar-table";
import { toHourlyLines } from "./chart-series";
import { activityHref, type Span } from "./drill-down";
import { passkeyShareWords } from "./passkey-share-words";
import { promptBars } from "./prompt-bars";
import {
  codeBars,
  type Counted,
  deliveryBars,
  failureBars,
  monitoredBars,
  providerBars,
} from "./to-bars";

interface BarCardProps {
  title: string;
  description: ReactNode;
  of: string;
  bars: readonly (Bar | UnlinkedBar)[];
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

const number = new Intl.NumberFormat("en");
const hourMs = 3_600_000;

/** How many codes were requested, and in how many hours the limit refused further ones. */
function CodesRequested({ tenancyId, totals, ...span }: Counted) {
  const requested = totals["challenge.created"] ?? 0;
  const fullHours = totals["challenge.ceiling-reached"] ?? 0;
  return (
    <>
      <Link
        href={activityHref(tenancyId, span, { kind: "code.requested" })}
        className="underline decoration-control decoration-dotted underline-offset-4"
      >
        {requested === 1 ? "1 code" : `${number.format(requested)} codes`} requested
      </Link>
      , by result.
      {fullHours > 0 &&
        ` The hourly limit was reached in ${fullHours === 1 ? "one hour" : `${fullHours} hours`}.`}
    </>
  );
}

/** Where the ends of prompts come from, and how many active users could use a prompt. */
function PromptsEnded({
  tenancyId,
  share,
  ...span
}: Span & { tenancyId: string; share: PasskeyShare }) {
  return (
    <>
      By how they ended, as browsers{" "}
      <Link
        href={activityHref(tenancyId, span, { kind: "sign-in.reported" })}
        className="underline decoration-control decoration-dotted underline-offset-4"
      >
        reported it
      </Link>
      . Offers in form fields don’t count. {passkeyShareWords(share)}
    </>
  );
}

/** How much time a point of the chart covers. */
const pointWords: Record<Period, string> = {
  "24h": "One point for each hour. The last hour isn’t complete yet.",
  "7d": "One point for every 6 hours, from midnight. The last isn’t complete yet.",
  "30d": "One point for each day. The last day isn’t complete yet.",
};

interface Props {
  tenancyId: string;
  report: ActivityReport;
  hourly: HourlyActivity;
  period: Period;
  /** Codes that can still be entered; null when there are too many to count. */
  pendingCodes: number | null;
  passkeyShare: PasskeyShare;
}

/** Activity over time and by reason. Each number links to the list behind it. */
export function ActivityPanels({
  tenancyId,
  report,
  hourly,
  period,
  pendingCodes,
  passkeyShare,
}: Props) {
  const { totals, fromMs, toMs } = report;
  if (Object.keys(totals).length === 0)
    return (
      <EmptyState icon={ChartLine} title="No activity in this period">
        Registrations, sign-ins, codes and failed requests appear here within a minute.
      </EmptyState>
    );
  const counted = { tenancyId, totals, fromMs, toMs };
  const monitored = monitoredBars(counted);
  return (
    <>
      <Card title="Over time" description={pointWords[period]}>
        <ActivityChart
          tenancyId={tenancyId}
          hourly={toHourlyLines(hourly)}
          length={periods[period].bucketMs / hourMs}
        />
      </Card>
      {/* Columns leave no holes below short cards. */}
      <div data-cards className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid lg:mb-0 lg:columns-2">
        <BarCard
          title="Failed requests"
          description="By reason, most frequent first."
          of="failed requests"
          bars={failureBars(counted)}
          color="var(--series-2)"
          nothing="No request failed."
        />
        <BarCard
          title="Sign-in prompts"
          description={<PromptsEnded {...counted} share={passkeyShare} />}
          of="prompts"
          bars={promptBars(totals, "sign-in")}
          color="var(--series-2)"
          nothing="No page asked for a passkey."
        />
        <BarCard
          title="Emailed codes"
          description={<CodesRequested {...counted} />}
          of="requested codes"
          bars={codeBars(counted, pendingCodes)}
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
          description="Registered passkeys by what stores them."
          of="registrations"
          bars={providerBars(counted)}
          color="var(--series-4)"
          nothing="No passkey was registered."
        />
        {monitored.length > 0 && (
          <BarCard
            title="Passkey policy in monitor mode"
            description={
              "These registrations and sign-ins succeeded. If you enforce the policy, it refuses " +
              "them. Listed by the first rule that they break."
            }
            of="would-be refusals"
            bars={monitored}
            color="var(--series-2)"
            nothing=""
          />
        )}
      </div>
    </>
  );
}
