import { ownWords } from "@/app/console/(operator)/[tenancyId]/activity/event-words";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { EventTime } from "@/components/ui/local-time";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";
import { EventDetail, hasDetail } from "./event-detail";
import { nameOfActor } from "./name-of-actor";

interface Props {
  events: readonly ShownEvent[];
  subject: "passkey" | "API key" | "webhook";
  /** The tenancy's pages. */
  path: string;
  mayReadAudit: boolean;
  /** In ms. */
  now: number;
}

/** Who did what to a passkey, an API key or a webhook and why, newest first. */
export function TargetEvents({ events, subject, path, mayReadAudit, now }: Props) {
  return (
    <Card title="Activity" description="The last 50 events, from the audit log.">
      {events.length === 0 ? (
        <p className="text-sm text-quiet">No events yet.</p>
      ) : (
        <ol className="flex flex-col">
          {events.map((event) => (
            <li
              key={event.id}
              className={
                "flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t " +
                "border-line py-2.5 text-sm first:border-t-0 first:pt-0 last:pb-0"
              }
            >
              <div className="flex min-w-0 flex-col gap-0.5 break-words">
                <p>
                  <span className="font-medium" title={event.actorId ?? undefined}>
                    <Breakable text={nameOfActor(event)} />
                  </span>{" "}
                  {ownWords(event.action, subject)}
                </p>
                {hasDetail(event) && (
                  <p className="text-quiet">
                    <EventDetail event={event} path={path} />
                  </p>
                )}
                {event.reason !== null && <p>Reason: “{event.reason}”</p>}
              </div>
              <span className="flex gap-4 text-quiet">
                {mayReadAudit && (
                  <Link
                    href={`${path}/audit/${event.id}`}
                    className="rounded underline decoration-line underline-offset-4 hover:text-accent"
                  >
                    Audit event
                  </Link>
                )}
                <EventTime at={event.createdAt.getTime()} now={now} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
