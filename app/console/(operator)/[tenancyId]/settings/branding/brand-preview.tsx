"use client";

import { useEffect, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { CardValues } from "@/app/console/(operator)/[tenancyId]/settings/use-settings-card";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import type { PreviewedEmail, previewEmail } from "@/lib/domain/user/email/preview-email";
import type { Brand, RenderedEmail } from "@/lib/domain/user/email/render-challenge-email";
import { LanguagePreview, type Theme } from "./language-preview";
import { SendTest } from "./send-test";
import { useLogoUrl } from "./use-logo-url";

const emails: { value: PreviewedEmail; label: string }[] = [
  { value: "login", label: "Sign-in" },
  { value: "sign-up", label: "Sign-up" },
  { value: "verify-email", label: "Verification of an email" },
  { value: "email-change", label: "Change of email" },
  { value: "recovery", label: "Recovery" },
  { value: "add-passkey", label: "Add a passkey" },
  { value: "other", label: "Any other purpose" },
  { value: "passkey-added", label: "Notice of a new passkey" },
];
const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

type Render = typeof previewEmail;

interface Props {
  brand: Brand & { tenancy: { codeDigits: number; codeMs: number } };
  /** The sign-in email with the saved branding in both languages, until the templates are loaded. */
  initial: [RenderedEmail, RenderedEmail];
  languages: readonly { value: string; label: string }[];
  /** The languages that are shown first. */
  shown: [string, string];
  /** What the sign-in page shows besides the brand, as a query. */
  page: string;
  savedLogo: string | null;
  /** The time that the sample notice shows, in ms. */
  now: number;
  /** The operator's address. Undefined if they can't send tests. */
  testTo: string | undefined;
  /** Whether emails go to the local inbox instead of a provider. */
  hasInbox: boolean;
}

/** Shows the sign-in page and an email in two languages, with the form's unsaved branding. */
export function BrandPreview({ brand, languages, savedLogo, now, testTo, ...given }: Props) {
  const [name, color, logo] = useWatch<CardValues, ["brandName", "brandColor", "brandLogo"]>({
    name: ["brandName", "brandColor", "brandLogo"],
  });
  const { isDirty } = useFormState<CardValues>();
  const [render, setRender] = useState<{ email: Render }>();
  const [mail, setMail] = useState<PreviewedEmail>("login");
  const [locales, setLocales] = useState(given.shown);
  const [theme, setTheme] = useState<Theme>("light");
  const logoUrl = useLogoUrl(logo, savedLogo);
  // The templates of all languages are large, so they are not part of the page's first script.
  useEffect(() => {
    void import("@/lib/domain/user/email/preview-email").then((module) =>
      setRender({ email: module.previewEmail }),
    );
  }, []);
  const tenancy = { ...brand.tenancy, brandName: name?.trim() || null, brandColor: color ?? null };
  const [left, right] = locales;
  const query = new URLSearchParams(given.page);
  query.set("name", tenancy.brandName ?? tenancy.name);
  if (tenancy.brandColor !== null) query.set("color", tenancy.brandColor);
  if (logoUrl !== null) query.set("logo", "");
  const columnOf = (locale: string, initial: RenderedEmail) => (
    <LanguagePreview
      locale={locale}
      theme={theme}
      email={render?.email({ ...brand, tenancy, logoUrl }, { mail, locale, now }) ?? initial}
      pageAddress={`/auth/${tenancy.id}/preview?${query}`}
      logoUrl={logoUrl}
    />
  );
  return (
    <Card
      title="Preview"
      description="With your unsaved changes. Codes, times and links are samples."
      action={
        testTo === undefined ? undefined : (
          <SendTest
            tenancyId={tenancy.id}
            choice={{ mail, locale: left }}
            email={testTo}
            hasInbox={given.hasInbox}
            isUnsaved={isDirty}
          />
        )
      }
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <SelectField
          label="Language"
          choices={languages}
          value={left}
          onChange={({ target }) => setLocales([target.value, right])}
        />
        <div className="max-sm:hidden">
          <SelectField
            label="Second language"
            choices={languages}
            value={right}
            onChange={({ target }) => setLocales([left, target.value])}
          />
        </div>
        <SelectField
          label="Email"
          choices={emails}
          value={mail}
          onChange={({ target }) =>
            setMail(emails.find(({ value }) => value === target.value)?.value ?? "login")
          }
        />
        <SelectField
          label="Theme"
          choices={themes}
          value={theme}
          onChange={({ target }) => setTheme(target.value === "dark" ? "dark" : "light")}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {columnOf(left, given.initial[0])}
        <div className="max-sm:hidden">{columnOf(right, given.initial[1])}</div>
      </div>
    </Card>
  );
}
