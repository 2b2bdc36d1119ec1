import { type Command, Option } from "commander";
import { rotateWebhookSecret } from "@/lib/domain/event/webhook/rotate-webhook-secret";
import { lifetimes } from "@/lib/limits";
import { examples } from "./examples";
import { findWebhook, webhookArgument } from "./find-webhook";
import { durationUpTo } from "./option-values";
import { note, print, showTime, table } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

const parseDuration = durationUpTo(lifetimes.webhookOverlapMostMs);
/** Also accepts `0`, for a secret that leaked. */
const parseOverlap = (value: string) => (value === "0" ? 0 : parseDuration(value));

interface Options {
  tenancy?: string;
  /** In ms. */
  overlap: number;
  json?: true;
}

async function rotate(
  wanted: string,
  { tenancy, overlap: overlapMs, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { webhookId: wanted });
    const { id, name } = await findWebhook(ctx, wanted);
    const { secret, webhook } = await rotateWebhookSecret(ctx, { id, overlapMs });
    const { previousSecretUntil } = webhook;
    const text = table([
      ["Webhook", name],
      ["  Id", id],
      ["  Secret", secret],
      ["  Former secret signs until", showTime(previousSecretUntil, "now")],
    ]);
    print({ json: { id, secret, name, previousSecretUntil }, text }, options);
    if (!options.json)
      note(
        overlapMs === 0
          ? "The secret is shown only once. The former one signs no more."
          : "The secret is shown only once. Give it to your receiver before the former one ends.",
      );
  });
}

/** `keystead webhook rotate` */
export function declareWebhookRotate(parent: Command): void {
  parent
    .command("rotate")
    .description("give a webhook a new secret; the former one also signs until the overlap ends")
    .argument(...webhookArgument)
    .option(...tenancyOfIdOption)
    .addOption(
      new Option(
        "--overlap <duration>",
        "how long the former secret also signs; at most 7d, or 0 if it leaked",
      )
        .argParser(parseOverlap)
        .default(parseOverlap("24h"), "24h"),
    )
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "webhook rotate 01jd3s0m6kz8f4w2v9b7c5x1ta",
        "webhook rotate 01jd3s0m6kz8f4w2v9b7c5x1ta --overlap 0",
      ),
    )
    .action(rotate);
}
