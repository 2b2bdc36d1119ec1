"use client";

import { useEffect, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { CardValues } from "@/app/console/(operator)/[tenancyId]/settings/use-settings-card";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import { inTheme } from "@/lib/domain/email/in-theme";
import type { PreviewedEmail, previewEmail } from "@/lib/domain/email/preview-email";
import type { Brand, RenderedEmail } from "@/lib/domain/email/render-challenge-email";
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
  /** The sign-in email with the saved branding, shown until the templates are loaded. */
  initial: RenderedEmail;
  languages: readonly { value: string; label: string }[];
  savedLogo: string | null;
  /** The time that the sample notice shows, in ms. */
  now: number;
  /** The operator's address. Undefined if they can't send tests. */
  testTo: string | undefined;
}

/** Shows an email with the form's unsaved branding, in a sandboxed frame without scripts. */
export function EmailPreview({ brand, initial, languages, savedLogo, now, testTo }: Props) {
  const [name, color, logo, locale = "en"] = useWatch<
    CardValues,
    ["brandName", "brandColor", "brandLogo", "locale"]
  >({ name: ["brandName", "brandColor", "brandLogo", "locale"] });
  const { isDirty } = useFormState<CardValues>();
  const [render, setRender] = useState<{ email: Render }>();
  const [mail, setMail] = useState<PreviewedEmail>("login");
  const [language, setLanguage] = useState<string>();
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("light");
  const logoUrl = useLogoUrl(logo, savedLogo);
  // The templates of all languages are large, so they are not part of the page's first script.
  useEffect(() => {
    void import("@/lib/domain/email/preview-email").then((module) =>
      setRender({ email: module.previewEmail }),
    );
  }, []);
  const tenancy = { ...brand.tenancy, brandName: name?.trim() || null, brandColor: color ?? null };
  const choice = { mail, locale: language ?? locale };
  const { subject, html, text } =
    render?.email({ ...brand, tenancy, logoUrl }, { ...choice, now }) ?? initial;
  return (
    <Card
      title="Email preview"
      description="With your unsaved changes. Codes, times and links are samples."
      action={
        testTo === undefined ? undefined : (
          <SendTest tenancyId={tenancy.id} choice={choice} email={testTo} isUnsaved={isDirty} />
        )
      }
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField
          label="Email"
          choices={emails}
          value={mail}
          onChange={({ target }) =>
            setMail(emails.find(({ value }) => value === target.value)?.value ?? "login")
          }
        />
        <SelectField
          label="Preview language"
          choices={languages}
          value={choice.locale}
          onChange={({ target }) => setLanguage(target.value)}
        />
        <SelectField
          label="Theme"
          choices={themes}
          value={theme}
          onChange={({ target }) => setTheme(target.value === "dark" ? "dark" : "light")}
        />
      </div>
      <p className="text-sm break-words">
        <span className="text-quiet">Subject: </span>
        <span className="font-medium">{subject}</span>
      </p>
      <iframe
        sandbox=""
        title="Email preview"
        srcDoc={inTheme(html, theme)}
        style={{ colorScheme: theme }}
        className="h-[34rem] w-full rounded-xl border border-line"
      />
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer content-center font-medium text-quiet hover:text-ink">
          Plain text
        </summary>
        <pre
          tabIndex={0}
          aria-label="Plain text"
          className={
            "overflow-x-auto rounded-xl bg-sunken p-4 font-mono text-[0.8125rem] " +
            "leading-relaxed whitespace-pre-wrap"
          }
        >
          {text}
        </pre>
      </details>
    </Card>
  );
}
