import type { Metadata } from "next";
import {
  SettingNumber,
  SettingSelect,
  SettingSwitch,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export const metadata: Metadata = { title: "Sign-in settings" };

const verifications = [
  { value: "required", label: "Required: always with fingerprint, face or PIN" },
  { value: "preferred", label: "Preferred: if the device supports it" },
  { value: "discouraged", label: "Discouraged: only if the device insists" },
];
const attestations = [
  { value: "none", label: "None" },
  { value: "direct", label: "Direct: stored and shown, not verified" },
];

export default async function SignInSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { settings, card } = await settingsContext(params);
  const { selfServiceRegistration, selfServiceAuthentication, legacyLookups } = settings;
  const { userVerification, passkeysPerUser, attestation } = settings;
  return (
    <>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Self-service"
        description="What a page can start without your backend."
        values={{ selfServiceRegistration, selfServiceAuthentication }}
      >
        <SettingSwitch
          name="selfServiceRegistration"
          label="Registration"
          hint="Anyone on an allowed page can create an account. If off, your backend authorizes each registration."
        />
        <SettingSwitch
          name="selfServiceAuthentication"
          label="Sign-in"
          hint="A page can start a sign-in. If off, your backend authorizes each one."
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Passkeys"
        values={{ userVerification, passkeysPerUser, attestation }}
      >
        <SettingSelect
          name="userVerification"
          label="Minimum user verification"
          hint="A request can require more, but not less."
          choices={verifications}
        />
        <SettingNumber name="passkeysPerUser" label="Passkeys per user" hint="1 to 100." />
        <SettingSelect
          name="attestation"
          label="Attestation"
          hint="Direct requests the authenticator’s attestation statement. Some browsers then warn the user."
          choices={attestations}
        />
      </SettingsCard>
      <SettingsCard {...card} section="sign-in" title="Older clients" values={{ legacyLookups }}>
        <SettingSwitch
          name="legacyLookups"
          label="Look-ups of older clients"
          hint={
            "Older client libraries look up a credential by passkey id, without an API key. " +
            "Leave this off if you don’t use any."
          }
        />
      </SettingsCard>
    </>
  );
}
