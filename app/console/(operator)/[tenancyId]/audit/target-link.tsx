import { Link } from "@/app/console/link";
import { OneLine } from "@/components/ui/one-line";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const names: Record<string, string> = {
  tenancy: "Tenancy",
  "api-key": "API key",
  webhook: "Webhook",
  user: "User",
  passkey: "Passkey",
  challenge: "Code",
  operator: "Operator",
  invitation: "Invitation",
  metadata: "FIDO Metadata",
  backup: "Backup",
};

/** Returns the console page of an event's target, or undefined if it has none. */
function pageOf(
  { targetKind, targetId, targetName, targetAaguid, action, detail }: ShownEvent,
  { isSystem }: { isSystem: boolean },
): string | undefined {
  if (targetName === null) return undefined;
  const ofTenancy: Record<string, string | undefined> = {
    "api-key": `api-keys/${targetId}`,
    webhook: `settings/webhooks/${targetId}`,
    user: `users/${targetId}`,
    passkey:
      targetAaguid !== null
        ? `passkeys/${targetId}`
        : action === "passkey.deleted"
          ? `users/${detail?.split(" ", 1)[0]}`
          : undefined,
    challenge: `challenges/${targetId}`,
  };
  const anywhere: Record<string, string> = { operator: "members", invitation: "members" };
  return anywhere[targetKind] ?? (isSystem ? undefined : ofTenancy[targetKind]);
}

/** Returns what the target is, such as "Apple Passwords passkey". */
function kindOf({ targetKind, targetName, targetAaguid }: ShownEvent): string {
  if (targetKind !== "passkey") return names[targetKind] ?? targetKind;
  if (targetName !== null && targetAaguid === null) return "Deleted passkey";
  const product = findPlatformName(targetAaguid ?? "");
  return product === undefined ? "Passkey" : `${product} passkey`;
}

const shortened = (id: string) => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-5)}` : id);

/** The target of an event by name, with links to its page and to all its events. */
export function TargetLink({
  event,
  tenancy,
  search,
}: {
  event: ShownEvent;
  tenancy: { id: string; isSystem: boolean };
  /** What the reader searched for. */
  search?: string | undefined;
}) {
  const { targetId, targetName } = event;
  const page = pageOf(event, tenancy);
  const name =
    targetName === null ? (
      <span className="font-mono text-[0.8125rem]">{shortened(targetId)}</span>
    ) : (
      <OneLine text={targetName} search={search} />
    );
  return (
    <span className="flex max-w-full min-w-0 flex-col" title={targetId}>
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
      <span className="text-xs text-quiet">
        {kindOf(event)} ·{" "}
        <Link
          href={`/console/${tenancy.id}/audit?target=${encodeURIComponent(targetId)}`}
          className={
            "relative rounded whitespace-nowrap underline decoration-line underline-offset-4 " +
            "hover:text-accent"
          }
        >
          All events<span className="sr-only"> of {targetId}</span>
        </Link>
      </span>
    </span>
  );
}
