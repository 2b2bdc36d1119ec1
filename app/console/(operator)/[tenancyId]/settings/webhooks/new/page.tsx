import type { Metadata } from "next";
import { BackLink } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/back-link";
import { NewWebhookForm } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/new/new-webhook-form";
import { applicationContext } from "@/lib/console/application-context";
import { listShownWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { allowsLocalUrls } from "@/lib/domain/event/webhook/parse-webhook";

export const metadata: Metadata = { title: "New webhook" };

export default async function NewWebhookPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const ctx = await applicationContext((await params).tenancyId, "webhook.create");
  const { tenancy } = ctx;
  const webhooks = await listShownWebhooks(ctx);
  return (
    <>
      <BackLink
        to={{ href: `/console/${tenancy.id}/settings/webhooks`, label: "Webhooks" }}
        title="New webhook"
      />
      <NewWebhookForm
        tenancyId={tenancy.id}
        others={webhooks.map(({ name, url }) => ({ name, url }))}
        isLocal={allowsLocalUrls()}
      />
    </>
  );
}
