import { EventTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { titleOfAction } from "@/lib/domain/audit/action-words";
import type { ShownEvent } from "@/lib/domain/audit/shown-event";
import { detailSummary, detailWords } from "@/lib/domain/tenancy/detail-words";
import { ActorName } from "./actor-name";
import { TargetLink } from "./target-link";

interface Props {
  tenancy: { id: string; isSystem: boolean };
  events: readonly ShownEvent[];
  /** In ms. */
  now: number;
}

export function EventTable({ tenancy, events, now }: Props) {
  return (
    <Table label="Events">
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell>Actor</HeadCell>
          <HeadCell>Target</HeadCell>
          <HeadCell>Time</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell wraps>
              <RowLink href={`/console/${tenancy.id}/audit/${event.id}`}>
                {titleOfAction(event.action)}
              </RowLink>
              {detailSummary(event) !== null && (
                <span
                  title={detailWords(event) ?? undefined}
                  className="line-clamp-2 max-w-prose text-quiet"
                >
                  {detailSummary(event)}
                </span>
              )}
              {event.reason !== null && (
                <span className="block max-w-prose text-quiet">“{event.reason}”</span>
              )}
            </Cell>
            <Cell label="Actor" wraps>
              <span className="flex min-w-0 flex-wrap gap-x-2 sm:flex-col">
                <ActorName event={event} tenancyId={tenancy.id} />
                {event.address !== null && (
                  <span className="text-xs text-quiet">from {event.address}</span>
                )}
              </span>
            </Cell>
            <Cell label="Target" wraps>
              <TargetLink event={event} tenancy={tenancy} />
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
