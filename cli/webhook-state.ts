import type { Command } from "commander";
import { changeWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { examples } from "./examples";
import { findWebhook, webhookArgument } from "./find-webhook";
import { print, stateOf } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

async function setState(
  isEnabled: boolean,
  wanted: string,
  { tenancy, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { webhookId: wanted });
    const { id } = await findWebhook(ctx, wanted);
    const { name } = await changeWebhook(ctx, id, { isEnabled });
    const { state, enabled } = stateOf(isEnabled);
    print(
      { json: { id, name, state, enabled }, text: `The webhook ${id} (${name}) is ${state}.` },
      options,
    );
  });
}

const commands = [
  ["enable", "send events to a disabled webhook again", true],
  ["disable", "send no events to a webhook until you enable it; its secret stays the same", false],
] as const;

/** `keystead webhook enable` and `disable` */
export function declareWebhookStates(parent: Command): void {
  for (const [name, description, isEnabled] of commands)
    parent
      .command(name)
      .description(description)
      .argument(...webhookArgument)
      .option(...tenancyOfIdOption)
      .option("--json", "print one JSON document")
      .addHelpText("after", examples(`webhook ${name} 01jd3s0m6kz8f4w2v9b7c5x1ta`))
      .action((wanted: string, options: Options) => setState(isEnabled, wanted, options));
}
