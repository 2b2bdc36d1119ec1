import { type Command, Option } from "commander";
import type { TenancyContext } from "@/lib/domain/base/context";
import { changeWebhook, deleteWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import {
  getWebhook,
  type ListedWebhook,
  listWebhooks,
} from "@/lib/domain/event/webhook/list-webhooks";
import { rotateWebhookSecret } from "@/lib/domain/event/webhook/rotate-webhook-secret";
import { isServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { declareOnTenancy, jsonWithTimes } from "./command";
import { notFound } from "./exit-code";
import { durationUpTo, parseName } from "./option-values";
import { showTime, stateOf, table } from "./print";

const ofWebhook = {
  argument: ["<webhook>", "the webhook's id"],
  named: (webhookId: string) => ({ webhookId }),
} as const;
const sample = "01jd3s0m6kz8f4w2v9b7c5x1ta";

/** @throws NotFound that says how to list webhooks */
async function findWebhook(ctx: TenancyContext, id: string): Promise<ListedWebhook> {
  try {
    return await getWebhook(ctx, id);
  } catch (error) {
    if (!isServiceError(error) || error.tag !== "@error/NotFound") throw error;
    throw notFound(
      `The tenancy ${ctx.tenancy.id} has no webhook ${id}. List them with: keystead webhook list`,
    );
  }
}

function declareCreate(parent: Command): void {
  declareOnTenancy<{ name: string; url: string; type?: string[] }>(parent, {
    name: "create",
    description: "create a webhook and print its secret once; a tenancy has at most ten",
    options: (command) =>
      command
        .requiredOption("--name <name>", "display name", parseName)
        .requiredOption("--url <url>", "https URL of the receiver")
        .option(
          "--type <type...>",
          "type of the events that it gets; repeatable; default: all except passkey.authenticated and " +
            "challenge.*",
        ),
    examples: [
      "webhook create --name mirror --url https://app.example.com/webhooks",
      "webhook create --name mirror --url https://app.example.com/webhooks --type user.erased",
    ],
    async run(ctx, { name, url, type }) {
      const { webhook, secret } = await createWebhook(ctx, { name, url, types: type });
      const { id, types } = webhook;
      return {
        json: { id, secret, tenancyId: ctx.tenancy.id, name, url: webhook.url, types },
        text: table([
          ["Webhook", webhook.name],
          ["  Id", id],
          ["  Tenancy", `${ctx.tenancy.id} (${ctx.tenancy.name})`],
          ["  URL", webhook.url],
          ["  Types", types?.join(" ") ?? "default"],
          ["  Secret", secret],
        ]),
        notes: ["The secret is shown only once. Give it to your receiver."],
      };
    },
  });
}

function declareList(parent: Command): void {
  declareOnTenancy(parent, {
    name: "list",
    description: "list a tenancy's webhooks without their secrets, oldest first",
    json: jsonWithTimes,
    examples: ["webhook list"],
    async run(ctx) {
      const webhooks = await listWebhooks(ctx);
      const rows = webhooks.map(({ id, name, isEnabled, types, createdAt, url }) => [
        id,
        name,
        stateOf(isEnabled).state,
        types?.join(" ") ?? "default",
        showTime(createdAt),
        url,
      ]);
      return {
        json: webhooks.map(({ isEnabled, ...webhook }) => ({ ...webhook, ...stateOf(isEnabled) })),
        text:
          rows.length === 0
            ? "This tenancy has no webhooks yet. Create one with: keystead webhook create"
            : table([["ID", "NAME", "STATE", "TYPES", "CREATED", "URL"], ...rows]),
      };
    },
  });
}

const parseDuration = durationUpTo(lifetimes.webhookOverlapMostMs);
/** Also accepts `0`, for a secret that leaked. */
const parseOverlap = (value: string) => (value === "0" ? 0 : parseDuration(value));

function declareRotate(parent: Command): void {
  declareOnTenancy<{ overlap: number }>(parent, {
    ...ofWebhook,
    name: "rotate",
    description: "give a webhook a new secret; the former one also signs until the overlap ends",
    options: (command) =>
      command.addOption(
        new Option(
          "--overlap <duration>",
          "how long the former secret also signs; at most 7d, or 0 if it leaked",
        )
          .argParser(parseOverlap)
          .default(parseOverlap("24h"), "24h"),
      ),
    json: jsonWithTimes,
    examples: [`webhook rotate ${sample}`, `webhook rotate ${sample} --overlap 0`],
    async run(ctx, { overlap: overlapMs }, wanted) {
      const { id, name } = await findWebhook(ctx, wanted);
      const { secret, webhook } = await rotateWebhookSecret(ctx, { id, overlapMs });
      const { previousSecretUntil } = webhook;
      return {
        json: { id, secret, name, previousSecretUntil },
        text: table([
          ["Webhook", name],
          ["  Id", id],
          ["  Secret", secret],
          ["  Former secret signs until", showTime(previousSecretUntil, "now")],
        ]),
        notes: [
          overlapMs === 0
            ? "The secret is shown only once. The former one signs no more."
            : "The secret is shown only once. Give it to your receiver before the former one ends.",
        ],
      };
    },
  });
}

const states = [
  ["enable", "send events to a disabled webhook again", true],
  ["disable", "send no events to a webhook until you enable it; its secret stays the same", false],
] as const;

function declareStates(parent: Command): void {
  for (const [command, description, isEnabled] of states)
    declareOnTenancy(parent, {
      ...ofWebhook,
      name: command,
      description,
      examples: [`webhook ${command} ${sample}`],
      async run(ctx, _options, wanted) {
        const { id } = await findWebhook(ctx, wanted);
        const { name } = await changeWebhook(ctx, id, { isEnabled });
        const { state, enabled } = stateOf(isEnabled);
        return {
          json: { id, name, state, enabled },
          text: `The webhook ${id} (${name}) is ${state}.`,
        };
      },
    });
}

function declareDelete(parent: Command): void {
  declareOnTenancy(parent, {
    ...ofWebhook,
    name: "delete",
    description: "delete a webhook with its secrets, permanently",
    examples: [`webhook delete ${sample}`],
    async run(ctx, _options, wanted) {
      const { id, name } = await findWebhook(ctx, wanted);
      await deleteWebhook(ctx, id);
      return {
        json: { id, name, state: "deleted", enabled: false },
        text: `The webhook ${id} (${name}) is deleted.`,
      };
    },
  });
}

/** `keystead webhook …` */
export function declareWebhooks(program: Command): void {
  const webhook = program
    .command("webhook")
    .description("manage a tenancy's webhooks, the endpoints that get its events");
  declareCreate(webhook);
  declareList(webhook);
  declareRotate(webhook);
  declareStates(webhook);
  declareDelete(webhook);
}
