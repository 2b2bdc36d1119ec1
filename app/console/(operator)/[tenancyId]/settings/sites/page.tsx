import type { Metadata } from "next";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { HostedPagesCard } from "@/app/console/(operator)/[tenancyId]/settings/sites/hosted-pages-card";
import { PasskeyEndpointsCard } from "@/app/console/(operator)/[tenancyId]/settings/sites/passkey-endpoints-card";
import { RelatedOrigins } from "@/app/console/(operator)/[tenancyId]/settings/sites/related-origins";
import { mayOffer } from "@/lib/console/console-context";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";
import { findAccountPage } from "@/lib/domain/tenancy/account-page";
import { findHostedPages } from "@/lib/domain/tenancy/hosted-pages";
import { listRelatedOriginsHosts } from "@/lib/domain/tenancy/related-origins";
import { siteSettings } from "@/lib/domain/tenancy/setting/site-settings";

export const metadata: Metadata = { title: "Sites" };

export default async function SitesPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { ctx, settings, card } = await settingsContext(params);
  const { allowedOrigins } = siteSettings;
  return (
    <>
      <SettingsCard
        {...card}
        title="Domain and origins"
        fields={{
          allowedOrigins: (
            <SettingField
              name="allowedOrigins"
              help={
                allowedOrigins.help +
                (settings.environment === "development"
                  ? " A development tenancy also allows http://localhost on any port."
                  : "")
              }
            />
          ),
        }}
      />
      <SettingsCard {...card} title="Client id" />
      <SettingsCard {...card} title="Embedding" />
      <SettingsCard {...card} title="Redirects of hosted pages" />
      <HostedPagesCard
        tenancyId={settings.id}
        isOn={ctx.tenancy.hostedPages}
        found={findHostedPages(ctx.tenancy, ctx.baseUrl)}
        baseUrl={ctx.baseUrl}
        redirectUris={settings.redirectUris}
        mayChange={card.mayChange}
      />
      <SettingsCard {...card} title="Account page" />
      <PasskeyEndpointsCard
        rpId={settings.rpId}
        accountPage={findAccountPage(ctx.tenancy, ctx.baseUrl)}
      />
      <RelatedOrigins
        settings={settings}
        hosts={await listRelatedOriginsHosts(ctx)}
        mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "related-origins.confirm")}
      />
    </>
  );
}
