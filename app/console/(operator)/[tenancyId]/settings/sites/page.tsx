import type { Metadata } from "next";
import {
  SettingDomain,
  SettingList,
  SettingSwitch,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { HostedPagesCard } from "@/app/console/(operator)/[tenancyId]/settings/sites/hosted-pages-card";
import { RelatedOrigins } from "@/app/console/(operator)/[tenancyId]/settings/sites/related-origins";
import { mayOffer } from "@/lib/console/console-context";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";
import { findHostedPages } from "@/lib/domain/tenancy/hosted-pages";
import { listRelatedOriginsHosts } from "@/lib/domain/tenancy/related-origins";

export const metadata: Metadata = { title: "Sites" };

export default async function SitesPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { ctx, settings, card } = await settingsContext(params);
  const { rpId, rpIds, rpName, allowedOrigins, redirectUris, requireClientId } = settings;
  const { environment } = ctx.tenancy;
  const { topOrigins, allowCrossOriginWithoutTopOrigin } = settings;
  return (
    <>
      <SettingsCard
        {...card}
        section="sites"
        title="Domain and origins"
        docs="domains"
        description={
          "Passkeys belong to a domain and work on it and its subdomains. They stop working if " +
          "you remove the domain."
        }
        values={{ rpId, rpIds, rpName, allowedOrigins }}
      >
        <SettingDomain
          name="rpId"
          label="Relying party id"
          hint="Your main domain, such as example.com, so that its subdomains share passkeys."
          placeholder="example.com"
        />
        <SettingText
          name="rpName"
          label="Relying party name"
          hint="Some devices show it when a user creates a passkey."
          maxLength={100}
        />
        <SettingList
          name="rpIds"
          label="Additional relying party ids"
          entry="relying party id"
          kind="domain"
          hint="For your other domains, or while you move to a new one."
          placeholder="example.org"
        />
        <SettingList
          name="allowedOrigins"
          label="Allowed origins"
          entry="origin"
          kind="origin"
          hint={
            "Sites whose pages can use passkeys: scheme, host and port, without wildcards. Apps have " +
            "origins such as android:apk-key-hash:…, and web views capacitor://localhost." +
            (environment === "development"
              ? " A development tenancy also allows http://localhost on any port."
              : "")
          }
          placeholder="https://app.example.com"
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sites"
        title="Client id"
        docs="clientId"
        description="Your pages and apps send the client id, so that a request to the wrong tenancy fails."
        values={{ requireClientId }}
      >
        <SettingSwitch
          name="requireClientId"
          label="Require the client id"
          hint="Refuses browser requests without it. The client id isn’t secret."
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sites"
        title="Embedding"
        docs="embedding"
        description="Other sites can show your pages in a frame, but passkeys work there only if you allow it."
        values={{ topOrigins, allowCrossOriginWithoutTopOrigin }}
      >
        <SettingList
          name="topOrigins"
          label="Embedding sites"
          entry="embedding site"
          kind="origin"
          hint="Origins of the sites that can embed your pages."
          placeholder="https://www.example.org"
        />
        <SettingSwitch
          name="allowCrossOriginWithoutTopOrigin"
          label="Allow unnamed embedding sites"
          hint="Some browsers don’t report the embedding site. If on, any site can embed your pages in those browsers."
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sites"
        title="Redirects of hosted pages"
        docs="hostedPages"
        description="After a hosted sign-in, the browser can return only to these addresses."
        values={{ redirectUris }}
      >
        <SettingList
          name="redirectUris"
          label="Redirect URIs"
          entry="redirect URI"
          hint="Must match exactly. https, http://localhost, or your app’s own scheme."
          placeholder="https://example.com/done"
        />
      </SettingsCard>
      <HostedPagesCard
        tenancyId={settings.id}
        isOn={ctx.tenancy.hostedPages}
        found={findHostedPages(ctx.tenancy, ctx.baseUrl)}
        baseUrl={ctx.baseUrl}
        redirectUris={redirectUris}
        mayChange={card.mayChange}
      />
      <RelatedOrigins
        settings={settings}
        hosts={await listRelatedOriginsHosts(ctx)}
        mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "related-origins.confirm")}
      />
    </>
  );
}
