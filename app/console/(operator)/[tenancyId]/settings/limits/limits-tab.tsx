import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import {
  settingsContext,
  type SettingsTabProps,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export async function LimitsTab({ params }: SettingsTabProps) {
  const { card } = await settingsContext(params);
  return (
    <IndexedCards
      cards={{
        "Emailed codes": <SettingsCard {...card} title="Emailed codes" />,
        "Code requests": <SettingsCard {...card} title="Code requests" />,
        "Requests from browsers": <SettingsCard {...card} title="Requests from browsers" />,
        Activity: <SettingsCard {...card} title="Activity" />,
      }}
    />
  );
}
