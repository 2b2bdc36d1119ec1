import type { Command } from "commander";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { examples } from "./examples";
import { parseName } from "./option-values";
import { note, print, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  name: string;
  url: string;
  type?: string[];
  json?: true;
}

async function create({ tenancy, name, url, type, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { webhook, secret } = await createWebhook(ctx, { name, url, types: type });
    const text = table([
      ["Webhook", webhook.name],
      ["  Id", webhook.id],
      ["  Tenancy", `${ctx.tenancy.id} (${ctx.tenancy.name})`],
      ["  URL", webhook.url],
      ["  Types", webhook.types?.join(" ") ?? "default"],
      ["  Secret", secret],
    ]);
    const { id, types } = webhook;
    const json = { id, secret, tenancyId: ctx.tenancy.id, name, url: webhook.url, types };
    print({ json, text }, options);
    if (!options.json) note("The secret is shown only once. Give it to your receiver.");
  });
}

/** `keystead webhook create` */
export function declareWebhookCreate(parent: Command): void {
  parent
    .command("create")
    .description("create a webhook and print its secret once; a tenancy has at most ten")
    .option(...tenancyOption)
    .requiredOption("--name <name>", "display name", parseName)
    .requiredOption("--url <url>", "https URL of the receiver")
    .option(
      "--type <type...>",
      "type of the events that it gets; repeatable; default: all except passkey.authenticated and " +
        "challenge.*",
    )
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "webhook create --name mirror --url https://app.example.com/webhooks",
        "webhook create --name mirror --url https://app.example.com/webhooks --type user.erased",
      ),
    )
    .action(create);
}
