import type { Metadata } from "next";
import {
  SettingNumber,
  SettingSelect,
  SettingSwitch,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { Card } from "@/components/ui/card";

export const metadata: Metadata = { title: "Sign-in settings" };

const verifications = [
  { value: "required", label: "Required: never without fingerprint, face or PIN" },
  { value: "preferred", label: "Preferred: asked for where the device can" },
  { value: "discouraged", label: "Discouraged: only where the device insists" },
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
  const { settings, form } = await settingsContext(params);
  const {
    selfServiceRegistration,
    selfServiceAuthentication,
    userVerification,
    attestation,
    passkeysPerUser,
    legacyLookups,
  } = settings;
  return (
    <SettingsForm
      {...form}
      section="sign-in"
      values={{
        selfServiceRegistration,
        selfServiceAuthentication,
        userVerification,
        attestation,
        passkeysPerUser,
        legacyLookups,
      }}
    >
      <Card
        title="Self-service"
        description="What pages may begin by themselves, without a word of your backend."
      >
        <SettingSwitch
          name="selfServiceRegistration"
          label="Registration"
          hint="Anybody on an allowed page can make an account. Without it, your backend authorizes each registration."
        />
        <SettingSwitch
          name="selfServiceAuthentication"
          label="Sign-in"
          hint="A page can begin a sign-in. Without it, your backend authorizes each one."
        />
      </Card>
      <Card title="Passkeys">
        <SettingSelect
          name="userVerification"
          label="User verification, at least"
          hint="A call may ask for more, never for less."
          choices={verifications}
        />
        <SettingNumber name="passkeysPerUser" label="Passkeys per user" hint="From 1 to 100." />
        <SettingSelect
          name="attestation"
          label="Attestation"
          hint="Direct asks for the authenticator’s attestation statement. Some browsers then warn the user."
          choices={attestations}
        />
      </Card>
      <Card title="Older clients">
        <SettingSwitch
          name="legacyLookups"
          label="Look-ups of older clients"
          hint={
            "Answers credential look-ups by passkey id without a key, as clients of older " +
            "generations ask. Leave it off if you have none."
          }
        />
      </Card>
    </SettingsForm>
  );
}
