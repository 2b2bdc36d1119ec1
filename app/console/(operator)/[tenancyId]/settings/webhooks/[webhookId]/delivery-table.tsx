import { Badge } from "@/components/ui/badge";
import { EventTime, RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { Delivery } from "@/lib/domain/event/webhook-delivery/find-deliveries";
import { titleOfAction } from "@/lib/domain/record/audit/action-words";
import { answerOf, stateOf } from "./delivery-words";
import { SendAgain } from "./send-again";

interface Props {
  tenancyId: string;
  webhookId: string;
  deliveries: readonly Delivery[];
  maySendAgain: boolean;
  /** Epoch milliseconds. */
  now: number;
}

function State({ delivery, now }: { delivery: Delivery; now: number }) {
  const { words, tone } = stateOf(delivery);
  const { state, attempts, dueAt } = delivery;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tone}>{words}</Badge>
      {attempts > 1 && <span className="text-xs text-quiet">{attempts} attempts</span>}
      {state === "queued" && attempts > 0 && dueAt !== null && (
        <span className="text-xs text-quiet">
          Next attempt <RelativeTime at={dueAt.getTime()} now={now} />
        </span>
      )}
    </span>
  );
}

/** The receiver's words, which can be anything: text of two lines, without invisible characters. */
function Answer({ delivery }: { delivery: Delivery }) {
  const excerpt = delivery.excerpt?.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim() ?? "";
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {answerOf(delivery)}
      {excerpt !== "" && (
        <code
          title={excerpt}
          className="line-clamp-2 max-w-72 font-mono text-xs [overflow-wrap:anywhere] text-quiet"
        >
          {excerpt}
        </code>
      )}
    </span>
  );
}

/** Deliveries with their last answers. */
export function DeliveryTable({ tenancyId, webhookId, deliveries, maySendAgain, now }: Props) {
  return (
    <Table label="Deliveries">
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Answer</HeadCell>
          <HeadCell>Time</HeadCell>
          {maySendAgain && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.number}>
            <Cell>
              <span className="flex min-w-0 flex-col gap-0.5">
                <span className="font-medium">{titleOfAction(delivery.type)}</span>
                <span className="text-xs text-quiet tabular-nums">
                  Event {delivery.number} · <code className="font-mono">{delivery.type}</code>
                </span>
              </span>
            </Cell>
            <Cell label="State">
              <State {...{ delivery, now }} />
            </Cell>
            <Cell label="Answer">
              <Answer delivery={delivery} />
            </Cell>
            <Cell label="Time" className="text-quiet">
              <EventTime at={(delivery.endedAt ?? delivery.createdAt).getTime()} now={now} />
            </Cell>
            {maySendAgain && (
              <Cell className="sm:text-right">
                <SendAgain
                  {...{ tenancyId, webhookId }}
                  number={delivery.number}
                  isQueued={delivery.state === "queued"}
                />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
