import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { titleOfAction } from "@/lib/domain/audit/action-words";
import type { ShownEvent } from "@/lib/domain/audit/shown-event";
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
          <HeadCell>Address</HeadCell>
          <HeadCell>Time</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="min-w-48">
              <Link
                href={`/console/${tenancy.id}/audit/${event.id}`}
                className="font-medium hover:text-accent hover:underline"
              >
                {titleOfAction(event.action)}
              </Link>
              {event.detail !== null && <span className="text-quiet"> · {event.detail}</span>}
              {event.reason !== null && (
                <span className="block [overflow-wrap:anywhere] text-quiet">“{event.reason}”</span>
              )}
            </Cell>
            <Cell label="Actor" className="min-w-40">
              <ActorName event={event} tenancyId={tenancy.id} />
            </Cell>
            <Cell label="Target">
              <TargetLink event={event} tenancy={tenancy} />
            </Cell>
            <Cell label="Address" className="text-quiet">
              <span className="font-mono text-[0.8125rem]">{event.address ?? "–"}</span>
            </Cell>
            <Cell label="Time" className="text-quiet">
              <RelativeTime at={event.createdAt.getTime()} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
