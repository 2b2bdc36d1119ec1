"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { changeWebhook, deleteWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { rotateWebhookSecret } from "@/lib/domain/event/webhook/rotate-webhook-secret";
import { testWebhook } from "@/lib/domain/event/webhook/test-webhook";
import { repeatDelivery } from "@/lib/domain/event/webhook-delivery/repeat-delivery";
import { WebhookFields } from "./webhook-fields";

const OneWebhook = z.object({ id: z.string().max(26) });

/** Creates a webhook. Only this result contains its secret. */
export const addWebhook = consoleAction("webhook.create", WebhookFields, createWebhook);

export const saveWebhook = consoleAction(
  "webhook.change",
  OneWebhook.extend(WebhookFields.shape),
  (ctx, { id, ...change }) => changeWebhook(ctx, id, change),
);

export const disableWebhook = consoleAction("webhook.disable", OneWebhook, (ctx, { id }) =>
  changeWebhook(ctx, id, { isEnabled: false }),
);

export const enableWebhook = consoleAction("webhook.enable", OneWebhook, (ctx, { id }) =>
  changeWebhook(ctx, id, { isEnabled: true }),
);

/** Replaces the secret. The former one signs until the overlap ends. Only this result contains it. */
export const rotateSecret = consoleAction(
  "webhook.rotate",
  OneWebhook.extend({ overlapMs: z.number() }),
  rotateWebhookSecret,
);

export const sendTestEvent = consoleAction("webhook.test", OneWebhook, (ctx, { id }) =>
  testWebhook(ctx, id),
);

/** Sends an event to the webhook again. */
export const sendAgain = consoleAction(
  "webhook.repeat",
  z.object({ webhookId: z.string().max(26), number: z.int().positive() }),
  repeatDelivery,
);

export const removeWebhook = consoleAction("webhook.delete", OneWebhook, (ctx, { id }) =>
  deleteWebhook(ctx, id),
);
