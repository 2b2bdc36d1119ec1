import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import type { ShownEvent } from "@/lib/domain/audit/shown-event";

const withoutId: Record<string, string> = {
  browser: "User’s browser",
  system: "Keystead",
  configurationFile: "Configuration file",
};

/** The actor of an event, with a link to all their events. Deleted actors appear by id. */
export function ActorName({
  event: { actorKind, actorId, actorName },
  tenancyId,
}: {
  event: Pick<ShownEvent, "actorKind" | "actorId" | "actorName">;
  tenancyId: string;
}) {
  if (actorId === null)
    return (
      <span className="whitespace-nowrap text-quiet">{withoutId[actorKind] ?? actorKind}</span>
    );
  const isNamed = actorName !== null && actorName !== "";
  const kind = actorKind === "apiKey" ? "API key" : isNamed ? undefined : "Deleted operator";
  return (
    <span className="flex min-w-0 flex-col [overflow-wrap:anywhere]">
      <Link
        href={`/console/${tenancyId}/audit?who=${encodeURIComponent(actorId)}`}
        title="Show all events of this actor"
        className={
          "rounded hover:text-accent hover:underline " +
          (isNamed ? "" : "font-mono text-[0.8125rem]")
        }
      >
        {isNamed ? <Breakable text={actorName} /> : actorId}
      </Link>
      {kind !== undefined && <span className="text-xs text-quiet">{kind}</span>}
    </span>
  );
}
