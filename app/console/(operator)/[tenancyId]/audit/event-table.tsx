import { EventTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { TimeHeading } from "@/components/ui/time-zone";
import { titleOfEvent } from "@/lib/domain/record/audit/action-words";
import { detailWords } from "@/lib/domain/record/audit/detail-words";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";
import { ActorName } from "./actor-name";
import { EventDetail, hasDetail } from "./event-detail";
import { TargetLink } from "./target-link";

interface Props {
  tenancy: { id: string; isSystem: boolean };
  events: readonly ShownEvent[];
  /** What the reader searched for. */
  search?: Partial<Record<"who" | "target" | "reason", string | undefined>>;
  /** In ms. */
  now: number;
}

export function EventTable({ tenancy, events, search = {}, now }: Props) {
  return (
    <Table label="Events" isFixed>
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell className="sm:w-[22%]">Actor</HeadCell>
          <HeadCell className="sm:w-[26%]">Target</HeadCell>
          <HeadCell className="sm:w-[20%]">
            <TimeHeading label="Time" />
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="[overflow-wrap:anywhere]">
              <RowLink href={`/console/${tenancy.id}/audit/${event.id}`}>
                {titleOfEvent(event)}
              </RowLink>
              {hasDetail(event) && (
                <span
                  title={detailWords(event) ?? undefined}
                  className="line-clamp-2 max-w-prose text-quiet"
                >
                  <EventDetail event={event} path={`/console/${tenancy.id}`} isSummary />
                </span>
              )}
              {event.reason !== null && (
                <span title={event.reason} className="line-clamp-2 max-w-prose text-quiet">
                  “<Marked text={event.reason} search={search.reason} />”
                </span>
              )}
            </Cell>
            <Cell label="Actor">
              <span className="flex min-w-0 flex-wrap gap-x-2 sm:flex-col">
                <ActorName event={event} tenancy={tenancy} search={search.who} />
                {event.address !== null && (
                  <span className="text-xs text-quiet">from {event.address}</span>
                )}
              </span>
            </Cell>
            <Cell label="Target">
              <TargetLink event={event} tenancy={tenancy} search={search.target} />
            </Cell>
            <Cell label="Time">
              <EventTime at={event.createdAt.getTime()} now={now} precision="full" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
