import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TargetEvents } from "@/app/console/(operator)/[tenancyId]/audit/target-events";
import { DeleteWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/delete-webhook";
import { EditWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/edit-webhook";
import { RecentDeliveries } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/recent-deliveries";
import { RotateSecret } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/rotate-secret";
import { StateButton } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/state-button";
import { TestButton } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/test-button";
import { WebhookDetails } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/webhook-details";
import { WebhookHealth } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/webhook-health";
import { BackLink } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/back-link";
import { WebhookState } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-state";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { findKeyCreators } from "@/lib/domain/access/api-key/create-api-key";
import { listShownWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { allowsLocalUrls } from "@/lib/domain/event/webhook/parse-webhook";
import {
  findDeliveries,
  readWebhookHealth,
} from "@/lib/domain/event/webhook-delivery/find-deliveries";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";

export const metadata: Metadata = { title: "Webhook" };

const eventsOnPage = 50;
const newestDeliveries = 5;

export default async function WebhookPage({
  params,
}: {
  params: Promise<{ tenancyId: string; webhookId: string }>;
}) {
  const { tenancyId, webhookId } = await params;
  const ctx = await applicationContext(tenancyId, "webhook.read");
  const webhooks = await listShownWebhooks(ctx);
  const webhook = webhooks.find(({ id }) => id === webhookId);
  if (webhook === undefined) notFound();
  const mayReadAudit = mayOffer(ctx, "audit.read");
  const [creators, history, health, { deliveries }] = await Promise.all([
    findKeyCreators(ctx, [webhook]),
    mayReadAudit ? findEvents(ctx, { target: webhookId }, eventsOnPage) : null,
    readWebhookHealth(ctx, webhookId),
    findDeliveries(ctx, { webhookId }, newestDeliveries),
  ]);
  const { id, name, url, types, previousSecretUntil } = webhook;
  const others = webhooks.filter((other) => other !== webhook);
  const mayChange = mayOffer(ctx, "webhook.change");
  const test = deliveries.find(({ type }) => type === "webhook.tested");
  const now = ctx.clock.now();
  return (
    <>
      <BackLink
        to={{ href: `/console/${tenancyId}/settings/webhooks`, label: "Webhooks" }}
        title={name}
        badge={<WebhookState {...webhook} />}
        action={
          <div className="flex flex-wrap gap-2">
            {webhook.isEnabled && mayOffer(ctx, "webhook.test") && (
              <TestButton
                {...{ tenancyId }}
                webhook={{ id, name }}
                newest={test && { number: test.number, isQueued: test.state === "queued" }}
              />
            )}
            <StateButton
              tenancyId={tenancyId}
              webhook={webhook}
              may={{
                disable: mayOffer(ctx, "webhook.disable"),
                enable: mayOffer(ctx, "webhook.enable"),
              }}
            />
          </div>
        }
      />
      {health !== undefined && <WebhookHealth health={health} now={now} />}
      <RecentDeliveries
        {...{ tenancyId, webhookId, deliveries, now }}
        maySendAgain={webhook.isEnabled && mayOffer(ctx, "webhook.repeat")}
      />
      {mayChange && (
        <EditWebhook
          key={webhook.updatedAt}
          {...{ tenancyId, id }}
          values={{ name, url, types }}
          others={others.map((other) => ({ name: other.name, url: other.url }))}
          isLocal={allowsLocalUrls()}
        />
      )}
      <WebhookDetails
        webhook={webhook}
        creator={creators.get(id) ?? "Unknown"}
        isInForm={mayChange}
      />
      {mayOffer(ctx, "webhook.rotate") && (
        <Card
          title="Secret"
          description={
            previousSecretUntil === null ? (
              "Your receiver uses it to verify that an event is from Keystead. It is stored encrypted and never shown again."
            ) : (
              <>
                The former secret also signs until <LocalTime at={previousSecretUntil} />.
              </>
            )
          }
          action={<RotateSecret {...{ tenancyId }} webhook={{ id, name }} />}
        >
          {null}
        </Card>
      )}
      {mayOffer(ctx, "webhook.delete") && (
        <Card
          title="Delete"
          description="Deletes the webhook with its secrets, permanently."
          action={<DeleteWebhook {...{ tenancyId }} webhook={{ id, name }} />}
        >
          {null}
        </Card>
      )}
      {history !== null && (
        <TargetEvents
          events={history.entries}
          subject="webhook"
          path={`/console/${tenancyId}`}
          now={now}
          mayReadAudit={mayReadAudit}
        />
      )}
    </>
  );
}
