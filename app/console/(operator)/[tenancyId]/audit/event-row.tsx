import { ChevronRight } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { CopyText } from "@/components/ui/copy-text";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, Row } from "@/components/ui/table";
import { wordsOf } from "@/lib/domain/audit/action-words";
import type { ShownEvent } from "@/lib/domain/audit/find-events";
import { ActorName } from "./actor-name";
import { TargetLink } from "./target-link";

/** One event, with its details in an expandable part. */
export function EventRow({
  event,
  tenancy,
}: {
  event: ShownEvent;
  tenancy: { id: string; isSystem: boolean };
}) {
  const { id, action, detail, reason, requestId, address, sealId, createdAt } = event;
  const rows = [
    [
      "Action",
      <code key="action" className="font-mono text-[0.8125rem]">
        {action}
      </code>,
    ],
    ...(detail === null ? [] : [["Detail", detail] as const]),
    ...(reason === null ? [] : [["Reason", reason] as const]),
    ["To what", <TargetLink key="target" event={event} tenancy={tenancy} />],
    ["From", address ?? "not kept"],
    [
      "Request",
      requestId === null ? "none" : <CopyText key="request" text={requestId} label="request id" />,
    ],
    ["Event", <CopyText key="event" text={id} label="event id" />],
    [
      "Seal",
      sealId === null ? (
        <Badge key="seal">Not sealed yet</Badge>
      ) : (
        <Badge key="seal" tone="good">
          Sealed, number {sealId}
        </Badge>
      ),
    ],
  ] as const;
  return (
    <Row className="align-top">
      <Cell className="align-top text-quiet">
        <LocalTime at={createdAt.getTime()} />
      </Cell>
      <Cell className="align-top">
        <ActorName event={event} tenancyId={tenancy.id} />
      </Cell>
      <Cell className="align-top">
        <details className="group">
          <summary className="flex cursor-pointer list-none items-start gap-1.5 rounded font-medium hover:text-accent">
            <ChevronRight
              aria-hidden
              className={
                "mt-0.5 size-4 shrink-0 text-quiet transition-transform group-open:rotate-90 " +
                "motion-reduce:transition-none"
              }
            />
            <span className="min-w-40">
              {wordsOf(action)}
              {detail !== null && <span className="font-normal text-quiet"> · {detail}</span>}
              {reason !== null && (
                <span className="block font-normal break-words text-quiet">“{reason}”</span>
              )}
            </span>
          </summary>
          {/* Labels above: the column is as narrow as the words in it. */}
          <dl className="mt-3 mb-1 flex min-w-64 flex-col gap-2.5 pl-5.5">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt className="text-xs text-quiet">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </Cell>
      <Cell className="align-top max-md:hidden">
        <TargetLink event={event} tenancy={tenancy} />
      </Cell>
      <Cell className="align-top font-mono text-[0.8125rem] text-quiet max-md:hidden">
        {address ?? "–"}
      </Cell>
    </Row>
  );
}
