import { Badge } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/local-time";
import type { ListedWebhook } from "@/lib/domain/event/webhook/list-webhooks";

const disabled = {
  requested: { tone: "warning", text: "Disabled" },
  failing: { tone: "bad", text: "Disabled: failing" },
  gone: { tone: "bad", text: "Disabled: receiver gone (410)" },
  restored: { tone: "warning", text: "Disabled: restored from a backup" },
} as const;

/** Whether a webhook gets events, and since when its receiver accepts none. */
export function WebhookState({
  isEnabled,
  disabledReason,
  failingSince,
}: Pick<ListedWebhook, "isEnabled" | "disabledReason" | "failingSince">) {
  if (!isEnabled) {
    const { tone, text } = disabled[disabledReason ?? "requested"];
    return <Badge tone={tone}>{text}</Badge>;
  }
  if (failingSince === null) return <Badge tone="good">Enabled</Badge>;
  return (
    <Badge tone="bad">
      <span>
        Failing since <LocalTime at={failingSince} />
      </span>
    </Badge>
  );
}

/** How many types a webhook gets, in words. */
export const typesWords = (types: readonly string[] | null): string =>
  types === null ? "Default types" : types.length === 1 ? "1 type" : `${types.length} types`;
