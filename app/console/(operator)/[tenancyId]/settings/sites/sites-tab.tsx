import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import {
  settingsContext,
  type SettingsTabProps,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { RelatedOrigins } from "@/app/console/(operator)/[tenancyId]/settings/sites/related-origins";
import { mayOffer } from "@/lib/console/console-context";
import { isSystemOwner } from "@/lib/domain/admin/operator/session/find-session";
import { listRelatedOriginsHosts } from "@/lib/domain/admin/tenancy/related-origins";
import { siteSettings } from "@/lib/domain/base/tenancy/setting/site-settings";

export async function SitesTab({ params }: SettingsTabProps) {
  const { ctx, settings, card } = await settingsContext(params);
  const { allowedOrigins } = siteSettings;
  const hint =
    allowedOrigins.help +
    (settings.environment === "development"
      ? " A development tenancy also allows http://localhost on any port."
      : "");
  return (
    <IndexedCards
      cards={{
        "Domain and origins": (
          <SettingsCard
            {...card}
            title="Domain and origins"
            fields={{ allowedOrigins: <SettingField name="allowedOrigins" help={hint} /> }}
          />
        ),
        "Client id": <SettingsCard {...card} title="Client id" />,
        Embedding: <SettingsCard {...card} title="Embedding" />,
        "Related origins": (
          <RelatedOrigins
            settings={settings}
            hosts={await listRelatedOriginsHosts(ctx)}
            mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "related-origins.confirm")}
          />
        ),
      }}
    />
  );
}
