import { Badge } from "@/components/ui/badge";
import type { ListedWebhook } from "@/lib/domain/webhook/listed-webhook";

export function WebhookState({
  isEnabled,
  disabledReason,
}: Pick<ListedWebhook, "isEnabled" | "disabledReason">) {
  if (isEnabled) return <Badge tone="good">Enabled</Badge>;
  return disabledReason === "failing" ? (
    <Badge tone="bad">Disabled: failing</Badge>
  ) : (
    <Badge tone="warning">Disabled</Badge>
  );
}

/** How many types a webhook gets, in words. */
export const typesWords = (types: readonly string[] | null): string =>
  types === null ? "Default types" : types.length === 1 ? "1 type" : `${types.length} types`;
