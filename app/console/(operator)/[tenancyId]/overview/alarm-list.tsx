import { CircleCheck } from "lucide-react";
import { Fragment } from "react";
import { RefusedOrigin } from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import { alarmAnchor } from "@/app/console/alarm-anchor";
import { AlarmStart } from "@/app/console/alarm-start";
import { Link } from "@/app/console/link";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { Alarm, Unalarming } from "@/lib/domain/history/alarm/alarm";
import { alarmWords } from "./alarm-words";
import { unalarmingWords } from "./unalarming-words";

interface Props {
  tenancyId: string;
  alarms: readonly Alarm[];
  nowMs: number;
}

interface Quiet {
  /** Whether the tenancy had no activity in this period and the one before. */
  isIdle: boolean;
}

interface Failed {
  unalarming: Unalarming;
}

const look = "underline underline-offset-2 hover:text-ink";

/** What failed without raising an alarm, with links to the lists behind it. */
function Unalarmed({ tenancyId, unalarming, nowMs }: Omit<Props, "alarms"> & Failed) {
  const { requests, emails, webhooks } = unalarmingWords(unalarming, { tenancyId, nowMs });
  return (
    <>
      {requests && (
        <>
          {" "}
          <Link href={requests.href} className={look}>
            {requests.label}
          </Link>{" "}
          since <LocalTime at={requests.sinceMs} precision="clock" />. {requests.comparison}
        </>
      )}
      {emails && (
        <>
          {" "}
          {emails.label} (
          {emails.links.map(({ label, href }, index) => (
            <Fragment key={href}>
              {index > 0 && ", "}
              <Link href={href} className={look}>
                {label}
              </Link>
            </Fragment>
          ))}
          ). That’s too few for an alarm.
        </>
      )}
      {webhooks.map(({ label, href, sinceMs }) => (
        <Fragment key={href}>
          {" "}
          The webhook{" "}
          <Link href={href} className={look}>
            {label}
          </Link>{" "}
          has accepted no event since <LocalTime at={sinceMs} precision="clock" />. That’s too
          recent for an alarm.
        </Fragment>
      ))}
    </>
  );
}

const quietWords = " Email delivery works, no hourly limit is near, and few requests fail.";

/** A line that says that no alarm is raised, or what failed besides the alarms. */
export function NoAlarms({ alarms, isIdle, ...props }: Props & Failed & Quiet) {
  const { requests, emails, webhooks } = props.unalarming;
  const isQuiet = requests === null && emails === null && webhooks.length === 0;
  if (alarms.length > 0 && isQuiet) return null;
  return (
    <p className="flex gap-2 text-sm text-quiet">
      {alarms.length === 0 && isQuiet && (
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      )}
      <span>
        {alarms.length === 0 && "No alarms."}
        {isQuiet ? isIdle ? " No recent activity." : quietWords : <Unalarmed {...props} />}
      </span>
    </p>
  );
}

interface Roles {
  /** Whether the reader may allow a refused origin. */
  mayChangeSites?: boolean;
}

/** Alarms with what to do, and links to the lists behind them. */
export function AlarmList({ tenancyId, alarms, mayChangeSites = false, nowMs }: Props & Roles) {
  if (alarms.length === 0) return null;
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {alarms.map((alarm) => {
        const { title, text, advice, links } = alarmWords(alarm, { tenancyId, nowMs });
        const origin = alarm.kind === "failure-rate" ? (alarm.top?.origin ?? null) : null;
        const settings = `/console/${tenancyId}/settings`;
        return (
          <div key={alarm.kind} id={alarmAnchor(alarm)} className="scroll-mt-4">
            <Notice tone={alarm.isSevere ? "error" : "warning"} title={title}>
              <div className="flex flex-col gap-2">
                <p className="max-w-prose">
                  {text} <AlarmStart alarm={alarm} nowMs={nowMs} />
                </p>
                {alarm.kind === "deliveries-failing" && alarm.answer !== null && (
                  <p className="max-w-prose [overflow-wrap:anywhere]">
                    The provider’s last answer: “{alarm.answer}”
                  </p>
                )}
                {origin !== null && (
                  <RefusedOrigin origin={origin} {...(mayChangeSites ? { settings } : {})} />
                )}
                <p className="max-w-prose">{advice}</p>
                {links.length > 0 && (
                  <ul className="flex flex-wrap gap-x-5">
                    {links.map(({ label, href }) => (
                      <li key={href}>
                        <Link
                          href={href}
                          otherwise="nothing"
                          className="inline-flex min-h-8 items-center font-medium underline underline-offset-2"
                        >
                          {label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </Notice>
          </div>
        );
      })}
    </section>
  );
}
