import type { Metadata } from "next";
import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { TenancyIds } from "@/app/console/(operator)/[tenancyId]/settings/tenancy-ids";
import { mayOffer } from "@/lib/console/console-context";

export const metadata: Metadata = { title: "Settings" };

export default async function GeneralSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { ctx, settings, card } = await settingsContext(params);
  return (
    <IndexedCards
      cards={{
        Tenancy: <SettingsCard {...card} title="Tenancy" />,
        Ids: (
          <TenancyIds
            settings={settings}
            endpoint={ctx.baseUrl}
            mayRotate={mayOffer(ctx, "client-id.rotate")}
          />
        ),
      }}
    />
  );
}
