import type { Metadata } from "next";
import { SettingNumber } from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export const metadata: Metadata = { title: "Codes and limits" };

export default async function LimitSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { settings, card } = await settingsContext(params);
  const { codeDigits, codeMs, codeAttempts, timelineDays } = settings;
  const { challengesPerTenMinutes, challengesPerDay, challengesPerHourCeiling } = settings;
  const {
    optionsPerMinutePerAddress,
    optionsPerMinute,
    verificationsPerMinutePerAddress,
    exchangesPerMinutePerAddress,
  } = settings;
  return (
    <>
      <SettingsCard
        {...card}
        section="limits"
        title="Email codes"
        description="Changes apply to new codes. Codes that were already sent keep their limits."
        values={{ codeDigits, codeMs, codeAttempts }}
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="codeDigits" label="Digits" hint="6 to 10." />
          <SettingNumber
            name="codeMs"
            label="Expires after (minutes)"
            hint="1 to 10."
            factor={60_000}
          />
          <SettingNumber name="codeAttempts" label="Attempts" hint="3 to 10." />
        </div>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Code requests"
        description={
          "Protects mailboxes from floods of email, and you from the bill. Your backend and each " +
          "visitor’s network have these limits per mailbox; all visitors together have twice as " +
          "much. Visitors use at most half of the hourly limit."
        }
        values={{ challengesPerTenMinutes, challengesPerDay, challengesPerHourCeiling }}
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber name="challengesPerTenMinutes" label="Per mailbox in 10 minutes" />
          <SettingNumber name="challengesPerDay" label="Per mailbox in 24 hours" />
          <SettingNumber name="challengesPerHourCeiling" label="Per tenancy in an hour" />
        </div>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Requests from browsers"
        description={
          "Per minute. An IPv6 address counts by its /64. One network (IPv4 /24 or IPv6 /48) gets " +
          "at most 5 % of all started ceremonies. Ceremonies that your backend authorized don’t " +
          "count towards the total."
        }
        values={{
          optionsPerMinutePerAddress,
          optionsPerMinute,
          verificationsPerMinutePerAddress,
          exchangesPerMinutePerAddress,
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingNumber name="optionsPerMinutePerAddress" label="Started ceremonies per address" />
          <SettingNumber name="optionsPerMinute" label="Started ceremonies in total" />
          <SettingNumber
            name="verificationsPerMinutePerAddress"
            label="Finished ceremonies per address"
          />
          <SettingNumber
            name="exchangesPerMinutePerAddress"
            label="Exchanged prepared tokens per address"
          />
        </div>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Activity"
        description="Sign-ins, refusals and emails on the pages of your users, with browser and address prefix."
        values={{ timelineDays }}
      >
        <SettingNumber
          name="timelineDays"
          label="Keep activity for (days)"
          hint="1 to 365. Older activity is deleted. Erasing a user deletes theirs immediately."
        />
      </SettingsCard>
    </>
  );
}
