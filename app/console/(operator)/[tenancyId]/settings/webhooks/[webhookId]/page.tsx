import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TargetEvents } from "@/app/console/(operator)/[tenancyId]/audit/target-events";
import { DeleteWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/delete-webhook";
import { EditWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/edit-webhook";
import { RotateSecret } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/rotate-secret";
import { StateButton } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/state-button";
import { WebhookDetails } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/webhook-details";
import { BackLink } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/back-link";
import { WebhookState } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-state";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { findKeyCreators } from "@/lib/domain/api-key/find-key-creators";
import { findEvents } from "@/lib/domain/audit-search/find-events";
import { listWebhooks } from "@/lib/domain/webhook/list-webhooks";

export const metadata: Metadata = { title: "Webhook" };

const eventsOnPage = 50;

export default async function WebhookPage({
  params,
}: {
  params: Promise<{ tenancyId: string; webhookId: string }>;
}) {
  const { tenancyId, webhookId } = await params;
  const ctx = await applicationContext(tenancyId, "webhook.read");
  const webhook = (await listWebhooks(ctx)).find(({ id }) => id === webhookId);
  if (webhook === undefined) notFound();
  const mayReadAudit = mayOffer(ctx, "audit.read");
  const [creators, history] = await Promise.all([
    findKeyCreators(ctx, [webhook]),
    mayReadAudit ? findEvents(ctx, { target: webhookId }, eventsOnPage) : null,
  ]);
  const { id, name, url, types, previousSecretUntil } = webhook;
  return (
    <>
      <BackLink
        tenancyId={tenancyId}
        title={name}
        badge={<WebhookState {...webhook} />}
        action={
          <StateButton
            tenancyId={tenancyId}
            webhook={webhook}
            may={{
              disable: mayOffer(ctx, "webhook.disable"),
              enable: mayOffer(ctx, "webhook.enable"),
            }}
          />
        }
      />
      {mayOffer(ctx, "webhook.change") ? (
        <EditWebhook key={webhook.updatedAt} {...{ tenancyId, id }} values={{ name, url, types }} />
      ) : null}
      <WebhookDetails webhook={webhook} creator={creators.get(id) ?? "Unknown"} />
      {mayOffer(ctx, "webhook.rotate") && (
        <Card
          title="Secret"
          description={
            previousSecretUntil === null ? (
              "Your receiver verifies with it that an event is from Keystead. It is stored encrypted and never shown again."
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
          now={ctx.clock.now()}
          mayReadAudit={mayReadAudit}
        />
      )}
    </>
  );
}
