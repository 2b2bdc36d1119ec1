import type { Command } from "commander";
import { deleteWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { examples } from "./examples";
import { findWebhook, webhookArgument } from "./find-webhook";
import { print } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

async function remove(wanted: string, { tenancy, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { webhookId: wanted });
    const { id, name } = await findWebhook(ctx, wanted);
    await deleteWebhook(ctx, id);
    const text = `The webhook ${id} (${name}) is deleted.`;
    print({ json: { id, name, state: "deleted", enabled: false }, text }, options);
  });
}

/** `keystead webhook delete` */
export function declareWebhookDelete(parent: Command): void {
  parent
    .command("delete")
    .description("delete a webhook with its secrets, permanently")
    .argument(...webhookArgument)
    .option(...tenancyOfIdOption)
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("webhook delete 01jd3s0m6kz8f4w2v9b7c5x1ta"))
    .action(remove);
}
