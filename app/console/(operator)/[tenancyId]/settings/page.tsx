import type { Metadata } from "next";
import {
  SettingSelect,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { TenancyIds } from "@/app/console/(operator)/[tenancyId]/settings/tenancy-ids";
import { mayOffer } from "@/lib/console/console-context";

export const metadata: Metadata = { title: "Settings" };

const environments = [
  { value: "development", label: "Development" },
  { value: "staging", label: "Staging" },
  { value: "production", label: "Production" },
];

export default async function GeneralSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { ctx, settings, card } = await settingsContext(params);
  const { name, environment } = settings;
  return (
    <>
      <SettingsCard
        {...card}
        section="sites"
        title="Tenancy"
        docs="ids"
        description="How operators recognize this tenancy, and which pages can use it."
        values={{ name, environment }}
      >
        <SettingText
          name="name"
          label="Name"
          hint="Shown in the console. Users see the name under Branding."
          maxLength={100}
        />
        <SettingSelect
          name="environment"
          label="Environment"
          hint="A development tenancy also allows pages on http://localhost, on any port."
          choices={environments}
        />
      </SettingsCard>
      <TenancyIds
        settings={settings}
        endpoint={ctx.baseUrl}
        mayRotate={mayOffer(ctx, "client-id.rotate")}
      />
    </>
  );
}
