import { Link } from "@/app/console/link";
import { OneLine } from "@/components/ui/one-line";
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
  search,
}: {
  event: Pick<ShownEvent, "actorKind" | "actorId" | "actorName">;
  tenancyId: string;
  /** What the reader searched for. */
  search?: string | undefined;
}) {
  if (actorId === null)
    return (
      <span className="whitespace-nowrap text-quiet">{withoutId[actorKind] ?? actorKind}</span>
    );
  const isNamed = actorName !== null && actorName !== "";
  const kind = actorKind === "apiKey" ? "API key" : isNamed ? undefined : "Deleted operator";
  return (
    <span className="flex max-w-full min-w-0 flex-col">
      <Link
        href={`/console/${tenancyId}/audit?who=${encodeURIComponent(actorId)}`}
        aria-label={`Show all events of ${isNamed ? actorName : actorId}`}
        className={
          "rounded hover:text-accent hover:underline " +
          (isNamed ? "" : "font-mono text-[0.8125rem]")
        }
      >
        <OneLine text={isNamed ? actorName : actorId} search={search} />
      </Link>
      {kind !== undefined && <span className="text-xs text-quiet">{kind}</span>}
    </span>
  );
}
