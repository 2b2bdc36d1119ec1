import { openWebhookSecret } from "@/lib/domain/access/webhook-secret/webhook-secret";
import type { Service } from "@/lib/domain/base/context";
import { toEvent } from "@/lib/domain/event/feed/feed-event";
import { signDelivery } from "@/lib/domain/event/webhook/sign-delivery";
import type { GuardedClient } from "@/lib/platform/guarded-client/guarded-client";
import type { RequestOutcome } from "@/lib/platform/guarded-client/request-outcome";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";

type Receiver = Pick<
  ClaimedWebhookDelivery,
  "url" | "secret" | "previousSecret" | "previousSecretUntil"
>;

/** `secret`: no service secret decrypts the webhook's. */
export type DeliveryOutcome = RequestOutcome | { failure: "secret"; ms: number };

type Sender = Pick<Service, "clock" | "secrets">;

/** Returns the secrets that sign: two during a rotation, unless the former one can't be decrypted. */
async function openSecrets(service: Sender, receiver: Receiver): Promise<string[]> {
  const { secret, previousSecret, previousSecretUntil } = receiver;
  const isPreviousLive =
    previousSecret !== null && (previousSecretUntil?.getTime() ?? 0) > service.clock.now();
  const previous = isPreviousLive
    ? await openWebhookSecret(service, previousSecret).catch(() => undefined)
    : undefined;
  const current = await openWebhookSecret(service, secret);
  return previous === undefined ? [current] : [current, previous];
}

/** Sends a signed message to a webhook (Standard Webhooks 1.0.0). A repeat has the same id. */
async function postMessage(
  service: Sender,
  client: Pick<GuardedClient, "post">,
  receiver: Receiver,
  { id, body }: { id: string; body: string },
): Promise<DeliveryOutcome> {
  const secrets = await openSecrets(service, receiver).catch(() => undefined);
  if (secrets === undefined) return { failure: "secret", ms: 0 };
  const signed = signDelivery({ id, sentAtMs: service.clock.now(), body }, secrets);
  return client.post(receiver.url, {
    headers: { ...signed, "content-type": "application/json", "user-agent": "Keystead" },
    body,
  });
}

/** Sends the event of a claimed delivery. */
export const attemptDelivery = (
  service: Sender,
  client: Pick<GuardedClient, "post">,
  delivery: ClaimedWebhookDelivery,
): Promise<DeliveryOutcome> =>
  postMessage(service, client, delivery, {
    id: delivery.id,
    body: JSON.stringify(toEvent(delivery)),
  });
