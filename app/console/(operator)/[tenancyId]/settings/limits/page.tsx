import type { Metadata } from "next";
import { SettingNumber } from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { Card } from "@/components/ui/card";

export const metadata: Metadata = { title: "Codes and limits" };

export default async function LimitSettingsPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { settings, mayChange } = await settingsContext(params);
  const { codeDigits, codeMs, codeAttempts, challengesPerTenMinutes, challengesPerDay, challengesPerHourCeiling } = settings;
  const { optionsPerMinutePerAddress, optionsPerMinute, verificationsPerMinutePerAddress, exchangesPerMinutePerAddress } = settings;
  const challenges = { codeDigits, codeMs, codeAttempts, challengesPerTenMinutes, challengesPerDay, challengesPerHourCeiling };
  const requests = { optionsPerMinutePerAddress, optionsPerMinute, verificationsPerMinutePerAddress, exchangesPerMinutePerAddress };
  return (
    <SettingsForm tenancyId={settings.id} values={{ ...challenges, ...requests }} updatedAt={settings.updatedAt} mayChange={mayChange}>
      <Card title="Codes" description="What goes to mailboxes. Those that are on their way stay as they are.">
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="codeDigits" label="Digits" hint="From 6 to 10." />
          <SettingNumber name="codeMs" label="Minutes that it is good for" hint="From 1 to 10." factor={60_000} />
          <SettingNumber name="codeAttempts" label="Attempts" hint="From 3 to 10." />
        </div>
      </Card>
      <Card title="Codes asked for" description="Against flooding somebody’s mailbox, and your bill. Counted where a caller asks for limits, for each mailbox.">
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="challengesPerTenMinutes" label="A mailbox in ten minutes" />
          <SettingNumber name="challengesPerDay" label="A mailbox in a day" />
          <SettingNumber name="challengesPerHourCeiling" label="The whole tenancy in an hour" />
        </div>
      </Card>
      <Card title="Requests without a key" description="From browsers, in a minute. An IPv6 address counts by its /64.">
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingNumber name="optionsPerMinutePerAddress" label="Ceremonies begun, from one address" />
          <SettingNumber name="optionsPerMinute" label="Ceremonies begun, altogether" />
          <SettingNumber name="verificationsPerMinutePerAddress" label="Ceremonies finished, from one address" />
          <SettingNumber name="exchangesPerMinutePerAddress" label="Prepared tokens exchanged, from one address" />
        </div>
      </Card>
    </SettingsForm>
  );
}
