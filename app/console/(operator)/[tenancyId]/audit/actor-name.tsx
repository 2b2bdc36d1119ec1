import Link from "next/link";
import type { ShownEvent } from "@/lib/domain/audit/find-events";

const others: Record<string, string> = { browser: "a browser", system: "Keystead itself" };

/** The actor of an event, with a link to all their events. Deleted actors appear by id. */
export function ActorName({
  event: { actorKind, actorId, actorName },
  tenancyId,
}: {
  event: ShownEvent;
  tenancyId: string;
}) {
  if (actorId === null)
    return <span className="whitespace-nowrap text-quiet">{others[actorKind] ?? actorKind}</span>;
  const kind = actorKind === "apiKey" ? "API key" : "somebody who is gone";
  const isNamed = actorName !== null && actorName !== "";
  return (
    <Link
      href={`/console/${tenancyId}/audit?who=${encodeURIComponent(actorId)}`}
      title="All that they did"
      className="flex max-w-56 flex-col rounded hover:text-accent"
    >
      <span className={isNamed ? "truncate" : "truncate font-mono text-[0.8125rem]"}>
        {isNamed ? actorName : actorId}
      </span>
      {(actorKind === "apiKey" || !isNamed) && <span className="text-xs text-quiet">{kind}</span>}
    </Link>
  );
}
