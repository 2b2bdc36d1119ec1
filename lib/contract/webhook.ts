import { z } from "zod";
import { Id, Milliseconds } from "./fields";
import { sample } from "./sample";

const maxNameCharacters = 100;
const maxUrlCharacters = 2_048;
const maxTypes = 200;
const maxTypeCharacters = 64;
const maxOverlapMs = 7 * 24 * 3_600_000;

/** Whether a webhook without chosen types gets events of a type: all but the most frequent ones. */
export const isDefaultEventType = (type: string): boolean =>
  type !== "passkey.authenticated" && !type.startsWith("challenge.");

const webhookExample = {
  _tag: "Webhook" as const,
  id: sample.id,
  name: "User mirror",
  url: "https://app.example.com/webhooks/keystead",
  types: ["user.created", "user.updated", "user.erased"],
  enabled: true,
  health: { state: "healthy" as const },
  createdBy: { kind: "apiKey" as const, id: sample.passkeyId },
  createdAt: sample.createdAt,
  updatedAt: sample.createdAt,
};
const secretExample = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAf1aXfN0o1k=";

const name = z.string().min(1, "must not be empty").max(maxNameCharacters).meta({
  description: "What the endpoint is for. Operators see it.",
  example: "User mirror",
});

const url = z
  .string()
  .min(1, "must not be empty")
  .max(maxUrlCharacters)
  .meta({
    description:
      "Where to send events: https, on port 443 or one that the installation lists, without user name, " +
      "password and fragment. In local mode also http and other ports.",
    example: "https://app.example.com/webhooks/keystead",
  });

const types = z
  .array(z.string().max(maxTypeCharacters))
  .max(maxTypes)
  .nullable()
  .meta({
    description:
      "Types of the events to send; null: all except `passkey.authenticated` and those that start " +
      "with `challenge.`, also types of later releases",
    example: ["user.created", "user.updated", "user.erased"],
  });

/** An endpoint that gets a tenancy's events, without its secrets (contract §10). */
export const Webhook = z
  .object({
    _tag: z.literal("Webhook"),
    id: Id.meta({ description: "The webhook's id", example: sample.id }),
    name: z.string().meta({ description: "What it is for", example: "User mirror" }),
    url: z.string().meta({
      description: "Where events are sent, in the form of the URL standard",
      example: "https://app.example.com/webhooks/keystead",
    }),
    types: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          "Types of the events that it gets; null: all except `passkey.authenticated` and those that " +
          "start with `challenge.`",
        example: ["user.created", "user.updated", "user.erased"],
      }),
    enabled: z.boolean().meta({ description: "Whether it gets events" }),
    disabledAt: Milliseconds.optional().meta({
      description: "Milliseconds; absent while it is enabled",
      example: undefined,
    }),
    disabledReason: z
      .enum(["requested", "failing", "gone", "restored"])
      .optional()
      .meta({
        description:
          "`failing`: Keystead disabled it after days without a delivery; `gone`: its receiver " +
          "answered 410 twice; `restored`: the database was restored from a backup",
        example: undefined,
      }),
    previousSecretUntil: Milliseconds.optional().meta({
      description:
        "Until when the secret before the last rotation also signs, in milliseconds; absent if only " +
        "one secret does",
      example: undefined,
    }),
    health: z
      .object({
        state: z.enum(["healthy", "failing", "disabled"]).meta({
          description: "`failing`: no attempt has succeeded since one failed",
        }),
        since: Milliseconds.optional().meta({
          description: "Since when it is failing or disabled, in milliseconds",
          example: undefined,
        }),
        lastFailure: z.string().optional().meta({
          description: "What ended the last failed attempt: an HTTP status, or why no answer came",
          example: undefined,
        }),
      })
      .meta({ description: "Whether events arrive" }),
    createdBy: z
      .object({
        kind: z.enum(["operator", "apiKey", "system"]).meta({
          description: "`system` is the command line",
        }),
        id: z.string().optional().meta({ description: "Id of the operator or of the API key" }),
      })
      .optional()
      .meta({ description: "Who created it" }),
    createdAt: Milliseconds,
    updatedAt: Milliseconds.meta({ description: "Milliseconds of the last change" }),
  })
  .meta({ id: "Webhook", examples: [webhookExample] });
export type Webhook = z.infer<typeof Webhook>;

/** All webhooks of the tenancy, oldest first. */
export const Webhooks = z
  .object({ _tag: z.literal("Webhooks"), records: z.array(Webhook) })
  .meta({ id: "Webhooks", examples: [{ _tag: "Webhooks", records: [webhookExample] }] });
export type Webhooks = z.infer<typeof Webhooks>;

/** A webhook with its new secret. */
export const WebhookSecret = z
  .object({
    _tag: z.literal("WebhookSecret"),
    secret: z.string().meta({
      description:
        "The secret that signs, in the form of Standard Webhooks. Only this response contains it.",
      example: secretExample,
    }),
    webhook: Webhook.meta({ description: "The webhook" }),
  })
  .meta({
    id: "WebhookSecret",
    examples: [{ _tag: "WebhookSecret", secret: secretExample, webhook: webhookExample }],
  });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const WebhookDeleted = z
  .object({
    _tag: z.literal("WebhookDeleted"),
    id: Id.meta({ description: "The webhook's id", example: sample.id }),
  })
  .meta({ id: "WebhookDeleted", examples: [{ _tag: "WebhookDeleted", id: sample.id }] });

/** Body of POST webhooks. The domain checks name, URL and types. */
export const CreateWebhook = z.object({ name, url, types: types.optional() }).meta({
  id: "CreateWebhook",
  examples: [
    { name: "User mirror", url: webhookExample.url, types: ["user.created", "user.erased"] },
  ],
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

/** Body of PATCH webhooks/{webhookId}: any non-empty subset. Other fields are rejected by name. */
export const ChangeWebhook = z
  .strictObject({
    name: name.optional(),
    url: url.optional(),
    types: types.optional(),
    enabled: z.boolean().optional().meta({ description: "Whether it gets events" }),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    "send at least one of name, url, types, enabled",
  )
  .meta({ id: "ChangeWebhook", examples: [{ enabled: false }] });
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

/** Body of POST webhooks/{webhookId}/rotate. */
export const RotateWebhookSecret = z
  .object({
    overlapMs: z.int().min(0).max(maxOverlapMs).meta({
      description: "How long the former secret also signs, in milliseconds; at most 7 days",
      example: 86_400_000,
    }),
  })
  .meta({ id: "RotateWebhookSecret", examples: [{ overlapMs: 86_400_000 }] });

export const WebhookPath = z.object({
  webhookId: z.string().meta({ description: "The webhook's id", example: sample.id }),
});
