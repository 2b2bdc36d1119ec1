import type { Metadata } from "next";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export const metadata: Metadata = { title: "Sign-in settings" };

export default async function SignInSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { card } = await settingsContext(params);
  return (
    <>
      <SettingsCard {...card} title="Self-service" />
      <SettingsCard {...card} title="Passkeys" />
      <SettingsCard {...card} title="New passkeys" />
      <SettingsCard {...card} title="Account deletion" />
      <SettingsCard {...card} title="Signatures" />
      <SettingsCard {...card} title="Browsers" />
      <SettingsCard {...card} title="Older clients" />
    </>
  );
}
