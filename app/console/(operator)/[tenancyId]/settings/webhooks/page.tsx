import { Plus, Webhook } from "lucide-react";
import type { Metadata } from "next";
import { WebhookTable } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-table";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { findKeyCreators } from "@/lib/domain/access/api-key/create-api-key";
import { listShownWebhooks, maxWebhooks } from "@/lib/domain/event/webhook/list-webhooks";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const ctx = await applicationContext((await params).tenancyId, "webhook.read");
  const webhooks = await listShownWebhooks(ctx);
  const creators = await findKeyCreators(ctx, webhooks);
  const list = `/console/${ctx.tenancy.id}/settings/webhooks`;
  const create = mayOffer(ctx, "webhook.create") && webhooks.length < maxWebhooks && (
    <ButtonLink href={`${list}/new`}>
      <Plus aria-hidden className="size-4" />
      Create webhook
    </ButtonLink>
  );
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks" action={create}>
          A webhook is an address of your application that gets the tenancy’s events. Your
          application can also follow them with an API key.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-sm text-quiet">
              {webhooks.length} of {maxWebhooks} webhooks
            </p>
            {create}
          </div>
          <WebhookTable
            list={list}
            webhooks={webhooks.map((webhook) => ({
              ...webhook,
              creator: creators.get(webhook.id) ?? "Unknown",
            }))}
            now={ctx.clock.now()}
          />
        </>
      )}
    </>
  );
}
