import { Link } from "@/app/console/link";
import { referenceIn } from "@/lib/domain/record/audit/action-words";
import { changesOf, detailSummary, detailWords } from "@/lib/domain/record/audit/detail-words";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const pages = { "api-key": "api-keys", user: "users" } as const;
const gone = { "api-key": "another key", user: "a deleted user" } as const;

/** Whether an event has something that `EventDetail` shows. */
export const hasDetail = (event: ShownEvent): boolean =>
  detailWords(event) !== null || referenceIn(event) !== undefined;

/** Each change on a line of its own, with values of any length. */
const Changes = ({ event }: { event: ShownEvent }) => (
  <span className="flex flex-col [overflow-wrap:anywhere]">
    {changesOf(event).map((change) => (
      <span key={change}>{change}</span>
    ))}
  </span>
);

/**
 * What an event changed, in words. An id is the name of what it refers to, with a link.
 * @param isSummary of several changed settings only one, for a list
 */
export function EventDetail({
  event,
  path,
  isSummary = false,
}: {
  event: ShownEvent;
  /** The tenancy's pages. */
  path: string;
  isSummary?: boolean;
}) {
  const reference = referenceIn(event);
  if (reference === undefined) return isSummary ? detailSummary(event) : <Changes event={event} />;
  const { kind, id, label } = reference;
  return (
    <span title={id}>
      {label}{" "}
      {event.detailName === null ? (
        gone[kind]
      ) : (
        <Link
          href={`${path}/${pages[kind]}/${id}`}
          className="rounded underline decoration-line underline-offset-4 hover:text-accent"
        >
          {event.detailName}
        </Link>
      )}
    </span>
  );
}
