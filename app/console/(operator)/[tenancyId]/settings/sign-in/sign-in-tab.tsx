import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import {
  settingsContext,
  type SettingsTabProps,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-context";

export async function SignInTab({ params }: SettingsTabProps) {
  const { card } = await settingsContext(params);
  return (
    <IndexedCards
      cards={{
        "Self-service": <SettingsCard {...card} title="Self-service" />,
        Passkeys: <SettingsCard {...card} title="Passkeys" />,
        "New passkeys": <SettingsCard {...card} title="New passkeys" />,
        "Account deletion": <SettingsCard {...card} title="Account deletion" />,
        Signatures: <SettingsCard {...card} title="Signatures" />,
        Browsers: <SettingsCard {...card} title="Browsers" />,
        "Older clients": <SettingsCard {...card} title="Older clients" />,
      }}
    />
  );
}
