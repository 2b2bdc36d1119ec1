import Link from "next/link";
import type { TenancyAlarm } from "@/lib/domain/admin/status/list-raised-alarms";
import { alarmHref } from "./alarm-anchor";
import { AlarmStart } from "./alarm-start";
import { alarmText } from "./alarm-text";

interface Props {
  alarms: readonly TenancyAlarm[];
  nowMs: number;
}

const shownAtFirst = 5;

const List = ({ alarms, nowMs }: Props) => (
  <ul className="flex flex-col gap-1">
    {alarms.map(({ alarm, tenancy }) => (
      <li key={`${tenancy.id} ${alarm.kind}`} className="max-w-prose">
        <Link
          href={alarmHref(tenancy.id, alarm)}
          className="font-medium underline underline-offset-2"
        >
          {tenancy.isSystem ? "Operators of this installation" : tenancy.name}
        </Link>
        : {alarmText(alarm)} <AlarmStart alarm={alarm} nowMs={nowMs} />
      </li>
    ))}
  </ul>
);

/** Alarms by tenancy: how much is wrong, since when, and a link to what to do. */
export function TenancyAlarms({ alarms, nowMs }: Props) {
  const rest = alarms.slice(shownAtFirst);
  return (
    <>
      <List alarms={alarms.slice(0, shownAtFirst)} nowMs={nowMs} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer font-medium">
            {rest.length === 1 ? "1 more tenancy" : `${rest.length} more tenancies`}
          </summary>
          <List alarms={rest} nowMs={nowMs} />
        </details>
      )}
    </>
  );
}
