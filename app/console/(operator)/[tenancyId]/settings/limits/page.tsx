import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SettingNumber } from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

/** Fields that limit the same thing, below a small heading. */
const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-3">
    <legend className="mb-3 text-xs font-medium text-quiet">{title}</legend>
    {children}
  </fieldset>
);

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
        docs="codes"
        description="Changes apply to new codes. Codes that were already sent keep their limits."
        values={{ codeDigits, codeMs, codeAttempts }}
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SettingNumber
            name="codeDigits"
            label="Length (digits)"
            unit="digits"
            hint="Longer codes are harder to guess."
          />
          <SettingNumber
            name="codeMs"
            label="Expires after (minutes)"
            unit="minutes"
            hint="Counted from the request."
            factor={60_000}
          />
          <SettingNumber
            name="codeAttempts"
            label="Attempts per code"
            unit="attempts"
            hint="After that many wrong codes, even the right one is refused."
          />
        </div>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Code requests"
        docs="codeRequests"
        description="Limits the codes that users can request, to protect their mailboxes and your email bill."
        values={{ challengesPerTenMinutes, challengesPerDay, challengesPerHourCeiling }}
      >
        <FieldGroup title="Per mailbox">
          <div className="grid gap-5 sm:grid-cols-2">
            <SettingNumber
              name="challengesPerTenMinutes"
              label="In 10 minutes (codes)"
              unit="codes"
              hint={
                "Counted separately for your backend and for each visitor’s network. All visitors " +
                "together can request twice as many."
              }
            />
            <SettingNumber
              name="challengesPerDay"
              label="In 24 hours (codes)"
              unit="codes"
              hint="Counted separately in the same way."
            />
          </div>
        </FieldGroup>
        <FieldGroup title="Per tenancy">
          <SettingNumber
            name="challengesPerHourCeiling"
            label="In an hour (codes)"
            unit="codes"
            hint="Visitors, who request codes on the hosted pages, can use at most half of them."
          />
        </FieldGroup>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Requests from browsers"
        docs="browserRequests"
        description="Limits calls that pages make without an API key. An IPv6 address counts by its /64 network, and a /48 has four times the limit."
        values={{
          optionsPerMinutePerAddress,
          optionsPerMinute,
          verificationsPerMinutePerAddress,
          exchangesPerMinutePerAddress,
        }}
      >
        <FieldGroup title="Per address">
          <div className="grid gap-5 sm:grid-cols-3">
            <SettingNumber
              name="optionsPerMinutePerAddress"
              label="Starts (per minute)"
              unit="starts"
              hint="Registrations and sign-ins that one address begins."
            />
            <SettingNumber
              name="verificationsPerMinutePerAddress"
              label="Verifications (per minute)"
              unit="responses"
              hint="Passkey responses that one address sends to finish them."
            />
            <SettingNumber
              name="exchangesPerMinutePerAddress"
              label="Token exchanges (per minute)"
              unit="exchanges"
              hint="Tokens prepared by your backend that pages at one address exchange."
            />
          </div>
        </FieldGroup>
        <FieldGroup title="Per tenancy">
          <SettingNumber
            name="optionsPerMinute"
            label="Starts of all addresses (per minute)"
            unit="starts"
            hint={
              "One network (IPv4 /24 or IPv6 /48) gets at most 5 % of them. Registrations and " +
              "sign-ins that your backend authorized don’t count."
            }
          />
        </FieldGroup>
      </SettingsCard>
      <SettingsCard
        {...card}
        section="limits"
        title="Activity"
        docs="personalData"
        description="How long Keystead stores users’ sign-ins, refusals and emails, with browser and address prefix."
        values={{ timelineDays }}
      >
        <SettingNumber
          name="timelineDays"
          label="Keep activity for (days)"
          unit="days"
          hint="Older activity is deleted. Erasing a user deletes theirs immediately."
        />
      </SettingsCard>
    </>
  );
}
