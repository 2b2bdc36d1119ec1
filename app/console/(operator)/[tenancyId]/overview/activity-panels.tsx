import { ChartLine } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import {
  type ActivityReport,
  type Period,
  periods,
} from "@/lib/domain/record/counter/read-activity";
import type { HourlyActivity } from "@/lib/domain/record/counter/read-hourly-activity";
import type { CodeCounts } from "@/lib/domain/sign-in/challenge/shown-challenge";
import type { PasskeyShare } from "@/lib/domain/user/search/read-passkey-share";
import { ActivityChart } from "./activity-chart";
import { type Bar, BarTable } from "./bar-table";
import { toHourlyLines } from "./chart-series";
import { activityHref, type Lists } from "./drill-down";
import { passkeyShareWords } from "./passkey-share-words";
import { countPrompts } from "./prompt-bars";
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

const number = new Intl.NumberFormat("en");
const hourMs = 3_600_000;

const linkLook = "underline decoration-control decoration-dotted underline-offset-4";

interface CodesRequestedProps extends Pick<Counted, "totals"> {
  requested: number;
  href: string | undefined;
}

/** How many codes were requested, and in how many hours the limit refused further ones. */
function CodesRequested({ totals, requested, href }: CodesRequestedProps) {
  const fullHours = totals["challenge.ceiling-reached"] ?? 0;
  const words = `${requested === 1 ? "1 code" : `${number.format(requested)} codes`} requested`;
  return (
    <>
      {href === undefined ? (
        words
      ) : (
        <Link href={href} className={linkLook}>
          {words}
        </Link>
      )}
      , by result.
      {fullHours > 0 &&
        ` The hourly limit was reached in ${fullHours === 1 ? "one hour" : `${fullHours} hours`}.`}
    </>
  );
}

interface PromptsEndedProps extends Counted {
  started: number;
  share: PasskeyShare;
}

/** How many prompts started, where their ends come from, and how many active users could use one. */
function PromptsEnded({ tenancyId, started, share, ...span }: PromptsEndedProps) {
  return (
    <>
      {started === 0
        ? "By how they ended"
        : `${started === 1 ? "1 prompt" : `${number.format(started)} prompts`} started, by how they ended`}
      , as browsers{" "}
      <Link href={activityHref(tenancyId, span, { kind: "sign-in.reported" })} className={linkLook}>
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

/** How much time a point of the chart covers, and where the data begins if the period is longer. */
const ChartWords = ({ period, hourly }: { period: Period; hourly: HourlyActivity }) => (
  <>
    {pointWords[period]}
    {hourly.firstMs > hourly.fromMs && (
      <>
        {" "}
        There is no data before <LocalTime at={hourly.firstMs} />.
      </>
    )}
  </>
);

interface Props {
  lists: Lists;
  report: ActivityReport;
  hourly: HourlyActivity;
  period: Period;
  codes: CodeCounts;
  passkeyShare: PasskeyShare;
}

/** Activity over time and by reason. A number links to the list behind it if there is one. */
export function ActivityPanels({ lists, report, hourly, period, codes, passkeyShare }: Props) {
  const { totals, fromMs, toMs } = report;
  if (Object.keys(totals).length === 0)
    return (
      <EmptyState icon={ChartLine} title="No activity in this period">
        Registrations, sign-ins, codes and failed requests appear here within a minute.
      </EmptyState>
    );
  const counted = { ...lists, totals, fromMs, toMs };
  const monitored = monitoredBars(counted);
  const prompts = countPrompts(totals, "sign-in");
  const requestedCodes = codeBars(counted, codes);
  return (
    <>
      <Card title="Over time" description={<ChartWords period={period} hourly={hourly} />}>
        <ActivityChart
          lists={lists}
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
          description={<PromptsEnded {...counted} started={prompts.started} share={passkeyShare} />}
          of="prompts"
          bars={prompts.bars}
          color="var(--series-2)"
          nothing="No page asked for a passkey."
        />
        <BarCard
          title="Emailed codes"
          description={<CodesRequested totals={totals} {...requestedCodes} />}
          of="requested codes"
          bars={requestedCodes.bars}
          color="var(--series-3)"
          nothing="No code was requested."
        />
        <BarCard
          title="Email deliveries"
          description={
            <>
              Delivery attempts by result. The{" "}
              <Link href={`/console/${lists.tenancyId}/challenges`} className={linkLook}>
                email log
              </Link>{" "}
              shows each code’s email.
            </>
          }
          of="attempts"
          bars={deliveryBars(counted)}
          color="var(--series-1)"
          nothing="No email was sent."
        />
        <BarCard
          title="Passkey providers"
          description={
            <>
              Passkeys registered in this period, by what stores them. See{" "}
              <Link href={`/console/${lists.tenancyId}/passkeys`} className={linkLook}>
                all passkeys
              </Link>{" "}
              for those that exist now.
            </>
          }
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
