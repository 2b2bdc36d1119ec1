import { HostedPagesCard } from "@/app/console/(operator)/[tenancyId]/settings/hosted-pages/hosted-pages-card";
import { missingAccountPage } from "@/app/console/(operator)/[tenancyId]/settings/hosted-pages/missing-account-page";
import { PasskeyEndpointsCard } from "@/app/console/(operator)/[tenancyId]/settings/hosted-pages/passkey-endpoints-card";
import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import {
  settingsContext,
  type SettingsTabProps,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { findAccountPage, findHostedPages } from "@/lib/domain/base/tenancy/hosted-pages";
import { hostedSettings } from "@/lib/domain/base/tenancy/setting/hosted-settings";

export async function HostedPagesTab({ params }: SettingsTabProps) {
  const { ctx, settings, card } = await settingsContext(params);
  const hint = hostedSettings.accountPage.help.replace("{tenancyId}", settings.id);
  const found = findHostedPages(ctx.tenancy, ctx.baseUrl);
  return (
    <IndexedCards
      cards={{
        "Hosted pages": (
          <HostedPagesCard
            tenancyId={settings.id}
            isOn={ctx.tenancy.hostedPages}
            found={found}
            baseUrl={ctx.baseUrl}
            redirectUris={settings.redirectUris}
            mayChange={card.mayChange}
          />
        ),
        "Redirects of hosted pages": <SettingsCard {...card} title="Redirects of hosted pages" />,
        "Terms and privacy": <SettingsCard {...card} title="Terms and privacy" />,
        "Account page": (
          <SettingsCard
            {...card}
            title="Account page"
            fields={{ accountPage: <SettingField name="accountPage" help={hint} /> }}
          />
        ),
        "Passkey endpoints": (
          <PasskeyEndpointsCard
            rpId={settings.rpId}
            accountPage={findAccountPage(ctx.tenancy, ctx.baseUrl)}
            missing={missingAccountPage({
              isHosted: ctx.tenancy.hostedPages,
              isOffered: ctx.tenancy.accountPage,
              isWorking: found.available,
            })}
          />
        ),
      }}
    />
  );
}
