import type { Command } from "commander";
import { listWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { examples } from "./examples";
import { print, showTime, stateOf, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

const head = ["ID", "NAME", "STATE", "TYPES", "CREATED", "URL"];

async function list({ tenancy, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const webhooks = await listWebhooks(ctx);
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.name,
      stateOf(webhook.isEnabled).state,
      webhook.types?.join(" ") ?? "default",
      showTime(webhook.createdAt),
      webhook.url,
    ]);
    const text =
      rows.length === 0
        ? "This tenancy has no webhooks yet. Create one with: keystead webhook create"
        : table([head, ...rows]);
    const json = webhooks.map(({ isEnabled, ...webhook }) => ({
      ...webhook,
      ...stateOf(isEnabled),
    }));
    print({ json, text }, options);
  });
}

/** `keystead webhook list` */
export function declareWebhookList(parent: Command): void {
  parent
    .command("list")
    .description("list a tenancy's webhooks without their secrets, oldest first")
    .option(...tenancyOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("webhook list"))
    .action(list);
}
