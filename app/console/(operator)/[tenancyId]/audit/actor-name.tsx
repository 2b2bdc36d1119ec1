import Link from "next/link";
import type { ShownEvent } from "@/lib/domain/audit/find-events";

const others: Record<string, string> = { browser: "a browser", system: "Keystead itself" };

/** Who it was, with a link to all that they did; somebody who is gone keeps their id. */
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
