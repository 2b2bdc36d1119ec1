import type { Metadata } from "next";
import {
  SettingNumber,
  SettingSelect,
  SettingSwitch,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { AlgorithmsField } from "@/app/console/(operator)/[tenancyId]/settings/sign-in/algorithms-field";
import { HintsField } from "@/app/console/(operator)/[tenancyId]/settings/sign-in/hints-field";
import { Hints } from "@/lib/contract/fields";

export const metadata: Metadata = { title: "Sign-in settings" };

const verifications = [
  { value: "required", label: "Required: always with fingerprint, face or PIN" },
  { value: "preferred", label: "Preferred: if the device supports it" },
  { value: "discouraged", label: "Discouraged: only if the device insists" },
];
const attestations = [
  { value: "none", label: "None" },
  { value: "direct", label: "Direct: checked and shown" },
];

const counterRules = [
  { value: "record", label: "Sign in and mark the passkey" },
  { value: "refuse", label: "Refuse the sign-in" },
];

export default async function SignInSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { settings, card } = await settingsContext(params);
  const { selfServiceRegistration, selfServiceAuthentication } = settings;
  const { legacyLookups, issuer, sendEmailByDefault } = settings;
  const { requireProofToAddPasskey, notifyOfNewPasskeys, quarantineHours } = settings;
  const { userVerification, passkeysPerUser, attestation, algorithms, signatureCounter } = settings;
  const { hints, signalsAfterSignIn } = settings;
  return (
    <>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Self-service"
        docs="selfService"
        description="Lets users register and sign in from your pages without a request from your backend."
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
        docs="passkeys"
        description="How devices check users, and how many passkeys each user can have."
        values={{ userVerification, passkeysPerUser, attestation }}
      >
        <SettingSelect
          name="userVerification"
          label="Minimum user verification"
          hint="A request can require more, but not less."
          choices={verifications}
        />
        <SettingNumber
          name="passkeysPerUser"
          label="Passkeys per user"
          unit="passkeys"
          hint="Keystead refuses further registrations of a user with this many."
        />
        <SettingSelect
          name="attestation"
          label="Attestation"
          hint="The maker’s signature on an authenticator. Some browsers warn the user when a site asks for it."
          choices={attestations}
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sign-in"
        title="New passkeys"
        docs="newPasskeys"
        description="Protects users from a passkey that a malicious script in your page adds to their account."
        values={{ requireProofToAddPasskey, notifyOfNewPasskeys, quarantineHours }}
      >
        <SettingSwitch
          name="requireProofToAddPasskey"
          label="Require an emailed code"
          hint="Your backend verifies a code before it adds a passkey to a user who has one."
        />
        <SettingSwitch
          name="notifyOfNewPasskeys"
          label="Notify users by email"
          hint="Users get an email about each new passkey at their verified address, with a link to disable it."
        />
        <SettingNumber
          name="quarantineHours"
          label="Quarantine (hours)"
          unit="hours"
          hint={
            "A user’s second and later passkeys can’t sign in during this time. 0 turns it off. " +
            "Until then, your application must not sign the user in with it: the API names the time " +
            "(passkey.availableAt)."
          }
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Signatures"
        description="How new passkeys sign, and what happens if a passkey may be a copy."
        values={{ algorithms, signatureCounter }}
      >
        <AlgorithmsField />
        <SettingSelect
          name="signatureCounter"
          label="Signature counter"
          hint={
            "What happens when a counter has not increased, which can mean that the passkey was " +
            "copied. Synced passkeys have no counter."
          }
          choices={counterRules}
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Browsers"
        docs="browsers"
        description="What browsers suggest to users, and how devices learn about deleted passkeys."
        values={{ hints: Hints.parse(hints), signalsAfterSignIn }}
      >
        <HintsField />
        <SettingSwitch
          name="signalsAfterSignIn"
          label="Tell devices which passkeys exist"
          hint={
            "After each sign-in, the device can remove passkeys of the user that you deleted. Turn " +
            "this on only if this tenancy stores all passkeys of your users: devices remove the others."
          }
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sign-in"
        title="Older clients"
        docs="olderClients"
        description="Keeps older integrations working. New applications can keep the defaults."
        values={{ legacyLookups, issuer, sendEmailByDefault }}
      >
        <SettingSwitch
          name="legacyLookups"
          label="Look-ups of older clients"
          hint={
            "Older client libraries look up a credential by passkey id, without an API key. " +
            "Leave this off if you don’t use any."
          }
        />
        <SettingText
          name="issuer"
          label="Issuer"
          hint="The iss claim of tokens. Leave it empty unless a client expects a fixed issuer."
          clearable
        />
        <SettingSwitch
          name="sendEmailByDefault"
          label="Email codes by default"
          hint="If off, your backend sends each code itself, unless its request sets sendEmail to true."
        />
      </SettingsCard>
    </>
  );
}
