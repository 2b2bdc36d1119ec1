import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import type { Alarm } from "@/lib/domain/history/alarm/alarm";

/** Hourly limits count from the beginning of the hour. Other alarms start with a failure. */
const countsFromHour = ({ kind }: Pick<Alarm, "kind">) =>
  kind === "code-ceiling" || kind === "visitor-ceiling";

/** Says since when an alarm is raised. Every page that shows an alarm uses it. */
export function AlarmStart({ alarm, nowMs }: { alarm: Alarm; nowMs: number }) {
  if (countsFromHour(alarm))
    return (
      <>
        Counted since <LocalTime at={alarm.sinceMs} precision="clock" />.
      </>
    );
  return (
    <>
      Started <RelativeTime at={alarm.sinceMs} now={nowMs} /> (<LocalTime at={alarm.sinceMs} />
      ).
    </>
  );
}
