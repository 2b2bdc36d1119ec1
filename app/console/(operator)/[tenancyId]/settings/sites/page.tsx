import type { Metadata } from "next";
import {
  SettingList,
  SettingSwitch,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { HostedPagesCard } from "@/app/console/(operator)/[tenancyId]/settings/sites/hosted-pages-card";
import { RelatedOrigins } from "@/app/console/(operator)/[tenancyId]/settings/sites/related-origins";
import { Card } from "@/components/ui/card";
import { mayOffer } from "@/lib/console/console-context";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";
import { findHostedPages } from "@/lib/domain/tenancy/hosted-pages";
import { listRelatedOriginsHosts } from "@/lib/domain/tenancy/related-origins";

export const metadata: Metadata = { title: "Sites" };

export default async function SitesPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { ctx, settings, form } = await settingsContext(params);
  const { rpId, rpIds, rpName, allowedOrigins, redirectUris, requireClientId } = settings;
  return (
    <>
      <SettingsForm
        {...form}
        section="sites"
        values={{ rpId, rpIds, rpName, allowedOrigins, redirectUris, requireClientId }}
      >
        <Card
          title="Relying party"
          description={
            "The domain that passkeys belong to. A passkey works on that domain and below, " +
            "for as long as the domain stands here."
          }
        >
          <SettingText
            name="rpId"
            label="Relying party id"
            hint="Your own domain, such as example.com: its subdomains then share passkeys."
            placeholder="example.com"
          />
          <SettingText
            name="rpName"
            label="Relying party name"
            hint="What a device may show when it makes a passkey."
            maxLength={100}
          />
          <SettingList
            name="rpIds"
            label="Further relying party ids"
            entry="relying party id"
            hint="For other domains of yours, or while you move to a new one."
            placeholder="example.org"
          />
        </Card>
        <Card title="Who may call from a browser">
          <SettingList
            name="allowedOrigins"
            label="Allowed origins"
            entry="origin"
            hint={
              "Exactly as the browser sends it: scheme, host and port. Apps have origins such " +
              "as android:apk-key-hash:…"
            }
            placeholder="https://app.example.com"
          />
          <SettingSwitch
            name="requireClientId"
            label="Require the client id"
            hint="Turns away pages that do not send it. It is no secret, but keeps strangers’ mistakes out."
          />
        </Card>
        <Card
          title="Where hosted pages may return to"
          description="After a hosted sign-in the browser goes to one of these, and to nothing else."
        >
          <SettingList
            name="redirectUris"
            label="Redirect URIs"
            entry="redirect URI"
            hint="Compared to the letter. https, http://localhost, or an app’s own scheme."
            placeholder="https://app.example.com/signed-in"
          />
        </Card>
      </SettingsForm>
      <HostedPagesCard
        tenancyId={settings.id}
        isOn={ctx.tenancy.hostedPages}
        found={findHostedPages(ctx.tenancy, ctx.baseUrl)}
        signIn={`${ctx.baseUrl}/auth/${settings.id}/sign-in`}
        mayChange={form.mayChange}
      />
      <RelatedOrigins
        settings={settings}
        hosts={await listRelatedOriginsHosts(ctx)}
        mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "related-origins.confirm")}
      />
    </>
  );
}
