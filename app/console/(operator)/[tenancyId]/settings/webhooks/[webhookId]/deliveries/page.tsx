import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { z } from "zod";
import { DeliveryTable } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/[webhookId]/delivery-table";
import { BackLink } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/back-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { hrefOf, listSearch, type SearchParams } from "@/lib/console/list-search";
import { listShownWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import {
  deliveryStates,
  findDeliveries,
} from "@/lib/domain/event/webhook-delivery/find-deliveries";

export const metadata: Metadata = { title: "Deliveries" };

const rows = 50;
const search = listSearch({ state: z.enum(deliveryStates) });
const stateNames = { queued: "Queued", sent: "Accepted", dead: "Failed" };

const numberOf = (after: string | undefined) =>
  after !== undefined && /^[1-9]\d{0,14}$/.test(after) ? Number(after) : undefined;

function StateLinks({ path, state }: { path: string; state: keyof typeof stateNames | undefined }) {
  const links = [
    { value: undefined, label: "All" },
    ...deliveryStates.map((value) => ({ value, label: stateNames[value] })),
  ];
  return (
    <nav aria-label="State" className="flex flex-wrap gap-1">
      {links.map(({ value, label }) => (
        <Link
          key={label}
          href={hrefOf(path, { state: value })}
          aria-current={value === state ? "page" : undefined}
          className={
            "inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium text-quiet " +
            "hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink"
          }
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export default async function DeliveriesPage({
  params,
  searchParams,
}: {
  params: Promise<{ tenancyId: string; webhookId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { tenancyId, webhookId } = await params;
  const ctx = await applicationContext(tenancyId, "webhook.read");
  const webhook = (await listShownWebhooks(ctx)).find(({ id }) => id === webhookId);
  if (webhook === undefined) notFound();
  const { state, after } = search.read(await searchParams);
  const filter = { webhookId, state, before: numberOf(after) };
  const { deliveries, next } = await findDeliveries(ctx, filter, rows);
  const webhookPath = `/console/${tenancyId}/settings/webhooks/${webhookId}`;
  const path = `${webhookPath}/deliveries`;
  return (
    <>
      <BackLink title="Deliveries" to={{ href: webhookPath, label: webhook.name }} />
      <StateLinks {...{ path, state }} />
      {deliveries.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title={state === undefined ? "No deliveries" : `No event is “${stateNames[state]}”`}
        >
          A delivery is kept for seven days after its event was accepted or failed for the last
          time.
        </EmptyState>
      ) : (
        <DeliveryTable
          {...{ tenancyId, webhookId, deliveries }}
          maySendAgain={webhook.isEnabled && mayOffer(ctx, "webhook.repeat")}
          now={ctx.clock.now()}
        />
      )}
      <Pager
        first={after === undefined ? null : hrefOf(path, { state })}
        next={next === null ? null : hrefOf(path, { state, after: String(next) })}
      />
    </>
  );
}
