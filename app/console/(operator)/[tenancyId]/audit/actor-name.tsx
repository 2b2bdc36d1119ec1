import type { ReactNode } from "react";
import { Link } from "@/app/console/link";
import { OneLine } from "@/components/ui/one-line";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const withoutId: Record<string, string> = {
  browser: "Visitor",
  system: "Keystead",
  configurationFile: "Configuration file",
};

type ActorOf = Pick<ShownEvent, "actorKind" | "actorId" | "actorName"> &
  Partial<Pick<ShownEvent, "actorSub" | "targetName">>;

interface Props {
  event: ActorOf;
  tenancy: { id: string; isSystem: boolean };
  /** What the reader searched for. */
  search?: string | undefined;
}

const kindLook = "text-xs text-quiet";
const nameLook = "rounded hover:text-accent hover:underline ";

/** The user behind a browser, with a link to their page. The target names the same user. */
function UserName({
  sub,
  name,
  tenancy,
}: Pick<Props, "tenancy"> & { sub: string; name: ReactNode }) {
  const href = `/console/${tenancy.id}/users/${sub}`;
  return (
    <span className="flex max-w-full min-w-0 flex-col" title={sub}>
      {tenancy.isSystem ? (
        name
      ) : (
        <Link href={href} className={nameLook}>
          {name}
        </Link>
      )}
      <span className={kindLook}>User</span>
    </span>
  );
}

/**
 * The actor of an event. Operators and API keys link to all their events, users to their page. Deleted
 * operators and keys appear by id.
 */
export function ActorName({ event, tenancy, search }: Props) {
  const { actorKind, actorId, actorName, actorSub = null, targetName } = event;
  if (actorSub !== null)
    return (
      <UserName
        sub={actorSub}
        name={<OneLine text={targetName ?? "Erased user"} />}
        tenancy={tenancy}
      />
    );
  if (actorId === null)
    return (
      <span className="whitespace-nowrap text-quiet">{withoutId[actorKind] ?? actorKind}</span>
    );
  const isNamed = actorName !== null && actorName !== "";
  const kind = actorKind === "apiKey" ? "API key" : isNamed ? undefined : "Deleted operator";
  return (
    <span className="flex max-w-full min-w-0 flex-col">
      <Link
        href={`/console/${tenancy.id}/audit?who=${encodeURIComponent(actorId)}`}
        aria-label={`Show all events of ${isNamed ? actorName : actorId}`}
        className={nameLook + (isNamed ? "" : "font-mono text-[0.8125rem]")}
      >
        <OneLine text={isNamed ? actorName : actorId} search={search} />
      </Link>
      {kind !== undefined && <span className={kindLook}>{kind}</span>}
    </span>
  );
}
