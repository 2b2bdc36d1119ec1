import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { wordsOf } from "@/lib/domain/audit/action-words";
import type { Activity } from "@/lib/domain/audit/list-activity";

const actors: Record<string, string> = {
  apiKey: "An API key",
  browser: "The user",
  operator: "An operator",
  system: "The service",
};

const nameOf = ({ actorKind, actorEmail }: Activity): string =>
  actorEmail ?? actors[actorKind] ?? actorKind;

/** Recent events, newest first. */
export function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  return (
    <Card title="Activity" description="The last 50 events, from the audit log.">
      {activity.length === 0 ? (
        <p className="text-sm text-quiet">Nothing has happened yet.</p>
      ) : (
        <ol className="flex flex-col">
          {activity.map((event) => (
            <li
              key={event.id}
              className={
                "flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t " +
                "border-line py-2.5 text-sm first:border-t-0 first:pt-0 last:pb-0"
              }
            >
              <span className="min-w-0 break-words">
                <span className="font-medium" title={event.actorId ?? undefined}>
                  {nameOf(event)}
                </span>{" "}
                {wordsOf(event.action)}
              </span>
              <span className="text-quiet">
                <LocalTime at={event.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
