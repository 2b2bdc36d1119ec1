import type { Metadata } from "next";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export const metadata: Metadata = { title: "Codes and limits" };

export default async function LimitSettingsPage({
  params,
}: {
  params: Promise<{ tenancyId: string }>;
}) {
  const { card } = await settingsContext(params);
  return (
    <>
      <SettingsCard {...card} title="Email codes" />
      <SettingsCard {...card} title="Code requests" />
      <SettingsCard {...card} title="Requests from browsers" />
      <SettingsCard {...card} title="Activity" />
    </>
  );
}
