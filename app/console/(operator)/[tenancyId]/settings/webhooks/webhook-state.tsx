import { Badge } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/local-time";
import type { ListedWebhook } from "@/lib/domain/webhook/listed-webhook";

/** Whether a webhook gets events, and since when its receiver accepts none. */
export function WebhookState({
  isEnabled,
  disabledReason,
  failingSince,
}: Pick<ListedWebhook, "isEnabled" | "disabledReason" | "failingSince">) {
  if (!isEnabled)
    return disabledReason === "failing" ? (
      <Badge tone="bad">Disabled: failing</Badge>
    ) : (
      <Badge tone="warning">
        {disabledReason === "restored" ? "Disabled: restored from a backup" : "Disabled"}
      </Badge>
    );
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
