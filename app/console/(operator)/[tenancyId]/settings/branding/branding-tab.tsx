import { BrandPreview } from "@/app/console/(operator)/[tenancyId]/settings/branding/brand-preview";
import { ColorField } from "@/app/console/(operator)/[tenancyId]/settings/branding/color-field";
import { LogoField } from "@/app/console/(operator)/[tenancyId]/settings/branding/logo-field";
import { SenderDomainCard } from "@/app/console/(operator)/[tenancyId]/settings/branding/sender-domain-card";
import { IndexedCards } from "@/app/console/(operator)/[tenancyId]/settings/indexed-cards";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import {
  settingsContext,
  type SettingsTabProps,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { languageName } from "@/components/ui/language-name";
import { mayOffer } from "@/lib/console/console-context";
import { keepsEmailsHere } from "@/lib/console/keeps-emails-here";
import { isSystemOwner } from "@/lib/domain/admin/operator/session/find-session";
import { getSender } from "@/lib/domain/admin/tenancy/sender-domain";
import { locales } from "@/lib/domain/base/choose-locale";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { previewEmail } from "@/lib/domain/user/email/preview-email";

const languages = locales.map((tag) => ({ value: tag, label: languageName(tag) }));

/** What the sign-in page shows besides the brand. */
const pageOf = ({ termsUrl, privacyUrl, selfServiceRegistration }: Settings): string =>
  new URLSearchParams({
    ...(termsUrl !== null && { terms: termsUrl }),
    ...(privacyUrl !== null && { privacy: privacyUrl }),
    ...(selfServiceRegistration && { register: "" }),
  }).toString();

export async function BrandingTab({ params }: SettingsTabProps) {
  const { ctx, settings, card } = await settingsContext(params);
  const [sender, hasInbox] = await Promise.all([getSender(ctx), keepsEmailsHere()]);
  const { id, name, codeDigits, codeMs, brandName, brandColor, brandLogoHash, locale } = settings;
  const now = ctx.clock.now();
  const savedLogo = brandLogoHash === null ? null : `/logo/${id}/${brandLogoHash}`;
  const tenancy = { id, name, codeDigits, codeMs, brandName, brandColor, brandLogoHash };
  const brand = { baseUrl: ctx.baseUrl, tenancy };
  const second = locales.find((tag) => tag !== locale) ?? locale;
  const emailIn = (tag: string) => previewEmail(brand, { mail: "login", locale: tag, now });
  return (
    <IndexedCards
      cards={{
        Brand: (
          <SettingsCard
            {...card}
            title="Brand"
            brandLogo="saved"
            fields={{
              brandColor: (
                <>
                  <ColorField />
                  <LogoField saved={savedLogo} mayChange={card.mayChange} />
                </>
              ),
              locale: <SettingField name="locale" choices={languages} />,
            }}
            aside={
              <BrandPreview
                brand={brand}
                initial={[emailIn(locale), emailIn(second)]}
                languages={languages}
                shown={[locale, second]}
                page={pageOf(settings)}
                now={now}
                savedLogo={savedLogo}
                testTo={mayOffer(ctx, "email.test") ? ctx.session.email : undefined}
                hasInbox={hasInbox}
              />
            }
          />
        ),
        Sender: <SettingsCard {...card} title="Sender" />,
        ...(sender !== null && {
          "Sender domain": (
            <SenderDomainCard
              tenancyId={settings.id}
              sender={sender}
              mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "sender-domain.confirm")}
            />
          ),
        }),
      }}
    />
  );
}
