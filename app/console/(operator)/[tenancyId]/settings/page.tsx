import type { Metadata } from "next";
import {
  SettingSelect,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { TenancyIds } from "@/app/console/(operator)/[tenancyId]/settings/tenancy-ids";
import { Card } from "@/components/ui/card";
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
  const { ctx, settings, form } = await settingsContext(params);
  const { name, environment } = settings;
  return (
    <>
      <SettingsForm {...form} section="sites" values={{ name, environment }}>
        <Card title="This tenancy">
          <SettingText
            name="name"
            label="Name"
            hint="For you and your colleagues; people see the one under Branding."
            maxLength={100}
          />
          <SettingSelect
            name="environment"
            label="Environment"
            hint="A development tenancy also admits pages on http://localhost, at any port."
            choices={environments}
          />
        </Card>
      </SettingsForm>
      <TenancyIds
        settings={settings}
        endpoint={ctx.baseUrl}
        mayRotate={mayOffer(ctx, "client-id.rotate")}
      />
    </>
  );
}
