import Link from "next/link";
import type { ShownEvent } from "@/lib/domain/audit/shown-event";

const names: Record<string, string> = {
  tenancy: "Tenancy",
  "api-key": "API key",
  user: "User",
  passkey: "Passkey",
  challenge: "Challenge",
  operator: "Operator",
  invitation: "Invitation",
};

/** Returns the console page of an event's target, or undefined if it has none. */
function pageOf(
  { targetKind, targetId }: ShownEvent,
  { isSystem }: { isSystem: boolean },
): string | undefined {
  const ofTenancy: Record<string, string> = {
    "api-key": "api-keys",
    user: `users/${targetId}`,
    passkey: `passkeys/${targetId}`,
    challenge: `challenges/${targetId}`,
  };
  const anywhere: Record<string, string> = { operator: "members", invitation: "members" };
  return anywhere[targetKind] ?? (isSystem ? undefined : ofTenancy[targetKind]);
}

const shortened = (id: string) => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-5)}` : id);

/** The target of an event, with links to its page and to all its events. */
export function TargetLink({
  event,
  tenancy,
}: {
  event: ShownEvent;
  tenancy: { id: string; isSystem: boolean };
}) {
  const { targetKind, targetId } = event;
  const page = pageOf(event, tenancy);
  const name = (
    <>
      {names[targetKind] ?? targetKind}{" "}
      <span className="font-mono text-[0.8125rem]">{shortened(targetId)}</span>
    </>
  );
  return (
    <span className="flex flex-col whitespace-nowrap max-sm:items-end" title={targetId}>
      {page === undefined ? (
        <span>{name}</span>
      ) : (
        <Link
          href={`/console/${tenancy.id}/${page}`}
          className="rounded hover:text-accent hover:underline"
        >
          {name}
        </Link>
      )}
      <Link
        href={`/console/${tenancy.id}/audit?target=${encodeURIComponent(targetId)}`}
        className="relative self-start rounded text-xs text-quiet hover:text-accent hover:underline max-sm:self-end"
      >
        All events<span className="sr-only"> of {targetId}</span>
      </Link>
    </span>
  );
}
