import type { Metadata } from "next";
import { ColorField } from "@/app/console/(operator)/[tenancyId]/settings/branding/color-field";
import { LogoCard } from "@/app/console/(operator)/[tenancyId]/settings/branding/logo-card";
import { SenderDomainCard } from "@/app/console/(operator)/[tenancyId]/settings/branding/sender-domain-card";
import {
  SettingSelect,
  SettingText,
} from "@/app/console/(operator)/[tenancyId]/settings/setting-fields";
import { settingsContext } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SettingsForm } from "@/app/console/(operator)/[tenancyId]/settings/settings-form";
import { Card } from "@/components/ui/card";
import { mayOffer } from "@/lib/console/console-context";
import { locales } from "@/lib/domain/email/choose-locale";
import { isSystemOwner } from "@/lib/domain/operator/session/find-session";
import { getSender } from "@/lib/domain/tenancy/sender-domain";

export const metadata: Metadata = { title: "Branding" };

const languages = new Intl.DisplayNames("en", { type: "language" });

export default async function BrandingPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  const { ctx, settings, form } = await settingsContext(params);
  const sender = await getSender(ctx);
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = settings;
  const choices = locales.map((tag) => ({ value: tag, label: languages.of(tag) ?? tag }));
  return (
    <>
      <SettingsForm
        {...form}
        section="sender"
        values={{ brandName, brandColor, mailSender, mailReplyTo, locale }}
      >
        <Card title="What people see" description="In mails and on hosted pages.">
          <SettingText
            name="brandName"
            label="Name"
            clearable
            placeholder={settings.name}
            hint="The name that people know you by; the tenancy’s own while this is empty."
            maxLength={100}
          />
          <ColorField />
        </Card>
        <Card title="Email">
          <SettingText
            name="mailSender"
            label="From"
            type="email"
            clearable
            placeholder="no-reply@example.com"
            hint={
              "Used once a system owner has confirmed its domain. Your mail server must be " +
              "allowed to send as this address."
            }
          />
          <SettingText
            name="mailReplyTo"
            label="Reply-To"
            type="email"
            clearable
            placeholder="help@example.com"
          />
          <SettingSelect
            name="locale"
            label="Language, where none is asked for"
            choices={choices}
          />
        </Card>
      </SettingsForm>
      {sender !== null && (
        <SenderDomainCard
          tenancyId={settings.id}
          sender={sender}
          mayConfirm={isSystemOwner(ctx.session) && mayOffer(ctx, "sender-domain.confirm")}
        />
      )}
      <LogoCard tenancyId={settings.id} hash={settings.brandLogoHash} mayChange={form.mayChange} />
    </>
  );
}
