import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { Activity } from "@/lib/domain/audit/list-activity";

/** `passkey.sign-count-regressed` → "Passkey: sign count regressed". */
export function sayAction(action: string): string {
  const [noun = "", act = ""] = action.split(".");
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll("-", " ")}: ${act.replaceAll("-", " ")}`;
}

const actors: Record<string, string> = { apiKey: "an API key", browser: "the user’s browser", operator: "an operator", system: "the service" };

function sayActor({ actorKind, actorId, actorEmail }: Activity): string {
  const kind = actors[actorKind] ?? actorKind;
  if (actorEmail !== null) return actorEmail;
  return actorId === null ? kind : `${kind}, ${actorId}`;
}

/** What happened lately, newest first. */
export function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  return (
    <Card title="Activity" description="The last 50 events, from the audit log.">
      {activity.length === 0 ? (
        <p className="text-sm text-quiet">Nothing has happened yet.</p>
      ) : (
        <ol className="flex flex-col">
          {activity.map((event) => (
            <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t border-line py-2.5 text-sm first:border-t-0 first:pt-0 last:pb-0">
              <span className="min-w-0 break-words">
                <span className="font-medium">{sayAction(event.action)}</span> <span className="text-quiet">by {sayActor(event)}</span>
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
