import type { Metadata } from "next";
import { ColorField } from "@/app/console/(operator)/[tenancyId]/settings/branding/color-field";
import { EmailPreview } from "@/app/console/(operator)/[tenancyId]/settings/branding/email-preview";
import { LogoField } from "@/app/console/(operator)/[tenancyId]/settings/branding/logo-field";
import { SenderDomainCard } from "@/app/console/(operator)/[tenancyId]/settings/branding/sender-domain-card";
import {
  SettingSelect,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { SettingsCard } from "@/app/console/(operator)/[tenancyId]/settings/settings-card";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { mayOffer } from "@/lib/console/console-context";
import { locales } from "@/lib/domain/email/choose-locale";
import { previewEmail } from "@/lib/domain/email/preview-email";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";
import { getSender } from "@/lib/domain/tenancy/sender-domain";

export const metadata: Metadata = { title: "Branding" };

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const languages = locales.map((tag) => ({ value: tag, label: languageNames.of(tag) ?? tag }));

export default async function BrandingPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { ctx, settings, card } = await settingsContext(params);
  const sender = await getSender(ctx);
  const { id, name, codeDigits, codeMs, brandLogoHash } = settings;
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = settings;
  const now = ctx.clock.now();
  const savedLogo = brandLogoHash === null ? null : `/logo/${id}/${brandLogoHash}`;
  const tenancy = { id, name, codeDigits, codeMs, brandName, brandColor, brandLogoHash };
  const brand = { baseUrl: ctx.baseUrl, tenancy };
  return (
    <>
      <SettingsCard
        {...card}
        section="appearance"
        title="Brand"
        docs="brand"
        description="Shown in emails and on hosted pages."
        values={{ brandName, brandColor, brandLogo: "saved", locale }}
        aside={
          <EmailPreview
            brand={brand}
            initial={previewEmail(brand, { mail: "login", locale, now })}
            languages={languages}
            now={now}
            savedLogo={savedLogo}
            testTo={mayOffer(ctx, "email.test") ? ctx.session.email : undefined}
          />
        }
      >
        <SettingText
          name="brandName"
          label="Brand name"
          clearable
          placeholder={name}
          hint="The name that users know. Leave it empty to use the tenancy’s name."
          maxLength={100}
        />
        <ColorField />
        <LogoField saved={savedLogo} mayChange={card.mayChange} />
        <SettingSelect
          name="locale"
          label="Default language"
          hint="Used if a request doesn’t name a language."
          choices={languages}
        />
      </SettingsCard>
      <SettingsCard
        {...card}
        section="sender"
        title="Sender"
        docs="sender"
        description="Who users see as the sender of your emails, and where their replies go."
        values={{ mailSender, mailReplyTo }}
      >
        <SettingText
          name="mailSender"
          label="From"
          type="email"
          clearable
          placeholder="no-reply@example.com"
          hint={
            "Used after a system owner confirms its domain. Your email provider must allow this " +
            "address."
          }
        />
        <SettingText
          name="mailReplyTo"
          label="Reply-To"
          type="email"
          clearable
          placeholder="help@example.com"
          hint="Where replies go. Leave it empty to send them to the From address."
        />
      </SettingsCard>
      {sender !== null && (
        <SenderDomainCard
          tenancyId={settings.id}
          sender={sender}
          mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "sender-domain.confirm")}
        />
      )}
    </>
  );
}
