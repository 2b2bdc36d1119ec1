import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { Alarm } from "@/lib/domain/alarm/alarm";
import { alarmWords } from "./alarm-words";

interface Props {
  tenancyId: string;
  alarms: readonly Alarm[];
  nowMs: number;
}

/** A line for a page without alarms. */
export const NoAlarms = () => (
  <p className="flex items-center gap-2 text-sm text-quiet">
    <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
    No alarms. Email deliveries, limits and failed requests are as usual.
  </p>
);

/** Alarms with what to do, and links to the lists behind them. */
export function AlarmList({ tenancyId, alarms, nowMs }: Props) {
  if (alarms.length === 0) return null;
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {alarms.map((alarm) => {
        const { title, text, advice, links } = alarmWords(alarm, { tenancyId, nowMs });
        return (
          <Notice key={alarm.kind} tone={alarm.isSevere ? "error" : "warning"} title={title}>
            <div className="flex flex-col gap-2">
              <p className="max-w-prose">
                {text} Started <RelativeTime at={alarm.sinceMs} now={nowMs} />.
              </p>
              <p className="max-w-prose">{advice}</p>
              <ul className="flex flex-wrap gap-x-5">
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      className="inline-flex min-h-8 items-center font-medium underline underline-offset-2"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </Notice>
        );
      })}
    </section>
  );
}
