import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { EventTime, LocalTime, RelativeTime } from "@/components/ui/local-time";
import type { ApiKeyState } from "@/lib/domain/access/api-key/list-api-keys";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import type { ShownKey } from "./shown-keys";

const states: Record<ApiKeyState, { tone: BadgeTone; word: string }> = {
  live: { tone: "good", word: "Active" },
  locked: { tone: "warning", word: "Locked" },
  expired: { tone: "neutral", word: "Expired" },
  revoked: { tone: "bad", word: "Revoked" },
};

const number = new Intl.NumberFormat("en");

/** The state of a key. One that was replaced and still works says until when. */
export function KeyState({
  apiKey: { state, replacedById, expiresAt },
}: {
  apiKey: Pick<ShownKey, "state" | "replacedById" | "expiresAt">;
}) {
  if (state !== "live" || replacedById === null)
    return <Badge tone={states[state].tone}>{states[state].word}</Badge>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone="warning">Replaced</Badge>
      {expiresAt !== null && (
        // A phone's card has no room beside its title, and says below when the key expires.
        <span className="text-xs text-quiet max-sm:hidden">
          Works until <LocalTime at={expiresAt} />
        </span>
      )}
    </span>
  );
}

export function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span className="flex min-w-36 max-w-60 flex-wrap gap-1">
      {scopes.map((scope) => (
        <span
          key={scope}
          title={scope}
          className="rounded bg-sunken px-1.5 py-0.5 text-xs whitespace-nowrap"
        >
          {scope in scopeWords ? scopeWords[scope as ApiKeyScope].name : scope}
        </span>
      ))}
    </span>
  );
}

export function Use({ apiKey: { lastUsedAt, calls }, now }: { apiKey: ShownKey; now: number }) {
  const { today, perDay } = calls;
  return (
    <span className="flex flex-col whitespace-nowrap">
      {lastUsedAt === null ? (
        <span className="text-quiet">Never</span>
      ) : (
        <EventTime at={lastUsedAt} now={now} />
      )}
      {perDay !== null && (
        <span
          className="text-xs text-quiet"
          title="Average of the last seven days. A day starts at 00:00 UTC."
        >
          {number.format(perDay)} calls per day
        </span>
      )}
      <span className="text-xs text-quiet">{number.format(today)} today</span>
    </span>
  );
}

export function Expiry({ apiKey, now }: { apiKey: ShownKey; now: number }) {
  const { expiresAt, isExpiringSoon } = apiKey;
  if (expiresAt === null) return <span className="text-quiet">Never</span>;
  const time = <RelativeTime at={expiresAt} now={now} />;
  return isExpiringSoon ? <Badge tone="warning">{time}</Badge> : time;
}
