import type { Metadata } from "next";
import { SettingNumber } from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { Card } from "@/components/ui/card";

export const metadata: Metadata = { title: "Codes and limits" };

export default async function LimitSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { settings, form } = await settingsContext(params);
  const {
    codeDigits,
    codeMs,
    codeAttempts,
    challengesPerTenMinutes,
    challengesPerDay,
    challengesPerHourCeiling,
  } = settings;
  const {
    optionsPerMinutePerAddress,
    optionsPerMinute,
    verificationsPerMinutePerAddress,
    exchangesPerMinutePerAddress,
  } = settings;
  const challenges = {
    codeDigits,
    codeMs,
    codeAttempts,
    challengesPerTenMinutes,
    challengesPerDay,
    challengesPerHourCeiling,
  };
  const requests = {
    optionsPerMinutePerAddress,
    optionsPerMinute,
    verificationsPerMinutePerAddress,
    exchangesPerMinutePerAddress,
  };
  return (
    <SettingsForm {...form} section="limits" values={{ ...challenges, ...requests }}>
      <Card
        title="Codes"
        description="What goes to mailboxes. Those that are on their way stay as they are."
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="codeDigits" label="Digits" hint="From 6 to 10." />
          <SettingNumber
            name="codeMs"
            label="Minutes that it is good for"
            hint="From 1 to 10."
            factor={60_000}
          />
          <SettingNumber name="codeAttempts" label="Attempts" hint="From 3 to 10." />
        </div>
      </Card>
      <Card
        title="Requested codes"
        description={
          "Protects mailboxes from floods of email, and you from the bill. Your backend and " +
          "visitors of the hosted pages have separate limits per mailbox: these numbers for " +
          "your backend and for each visitor’s network, twice these numbers for all " +
          "visitors together. Visitors get at most half of the hourly ceiling."
        }
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="challengesPerTenMinutes" label="Per mailbox in 10 minutes" />
          <SettingNumber name="challengesPerDay" label="Per mailbox in 24 hours" />
          <SettingNumber name="challengesPerHourCeiling" label="Per tenancy in an hour" />
        </div>
      </Card>
      <Card
        title="Requests without a key"
        description={
          "From browsers, per minute. An IPv6 address counts by its /64. One network (IPv4 " +
          "/24 or IPv6 /48) gets at most 5 % of all ceremonies begun; those that your " +
          "backend authorized don’t count in the total."
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingNumber
            name="optionsPerMinutePerAddress"
            label="Ceremonies begun, from one address"
          />
          <SettingNumber name="optionsPerMinute" label="Ceremonies begun, altogether" />
          <SettingNumber
            name="verificationsPerMinutePerAddress"
            label="Ceremonies finished, from one address"
          />
          <SettingNumber
            name="exchangesPerMinutePerAddress"
            label="Prepared tokens exchanged, from one address"
          />
        </div>
      </Card>
    </SettingsForm>
  );
}
