import { themeOf } from "@/lib/domain/base/brand-theme";
import templates from "@/lib/domain/base/email-templates.generated.json";
import { oneLine } from "@/lib/domain/base/one-line";
import { escapeHtml, inertText } from "./inert-text";

type EmailKind = keyof (typeof templates)["en"]["kinds"];
type LocaleTemplates = (typeof templates)["en"];

/** The brand that an email carries. */
export interface Brand {
  baseUrl: string;
  tenancy: {
    id: string;
    name: string;
    brandName: string | null;
    brandColor: string | null;
    brandLogoHash: string | null;
  };
  /** Replaces the saved logo in a preview. Null shows none. */
  logoUrl?: string | null;
}

export interface ChallengeEmail {
  purpose: string;
  name?: string | undefined;
  /** The first `digits` of it are the code. */
  longCode: string;
  digits: number;
  /** A language that has templates. */
  locale: string;
  lifetimeMs: number;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

const kinds: [kind: EmailKind, purposes: string[]][] = [
  ["sign-up", ["signup", "register", "registration", "createaccount"]],
  ["login", ["login", "logon", "signin", "authentication"]],
  ["verify-email", ["verifyemail", "emailverification", "confirmemail"]],
  ["email-change", ["emailchange", "changeemail", "emailupdate", "updateemail"]],
  ["recovery", ["recovery", "recover", "accountrecovery", "recoveraccount", "lostpasskey"]],
  ["add-passkey", ["addpasskey", "newpasskey"]],
];

/** Returns the kind of email for a purpose: a common one in any spelling, else the neutral one. */
export function kindOf(purpose: string): EmailKind {
  const plain = purpose.toLowerCase().replace(/[._:-]/g, "");
  return kinds.find(([, purposes]) => purposes.includes(plain))?.[0] ?? "other";
}

// --accent of app/globals.css, light and dark. The test compares them.
export const defaultColor = "#0e6a4e";
export const defaultDarkColor = "#62d2a8";
/** Returns the templates of a language, else the English ones. */
export const ofLocale = (locale: string): LocaleTemplates =>
  (templates as Record<string, LocaleTemplates>)[locale] ?? templates.en;

/** Replaces each `{{name}}`. Inserted values are never searched for placeholders. */
const fill = (template: string, values: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);

function logoOf({ baseUrl, tenancy: { id, brandLogoHash }, logoUrl }: Brand): string {
  const saved = brandLogoHash === null ? null : `${baseUrl}/logo/${id}/${brandLogoHash}`;
  const url = logoUrl === undefined ? saved : logoUrl;
  if (url === null) return "";
  // The alt text is empty because the brand's name follows.
  const source = escapeHtml(url);
  const style = "display:block;height:40px;max-width:200px;margin:0 0 12px";
  return `<img class="logo" src="${source}" alt="" height="40" style="${style}">`;
}

/**
 * Returns the colors of an email. Its button has the same ones in both themes, and lines are light
 * enough for the dark theme.
 */
function colorsOf(brandColor: string | null): Record<string, string> {
  const color = brandColor ?? defaultColor;
  const { fill = color, onFill = "#ffffff" } = themeOf(color, "light") ?? {};
  const darkColor = themeOf(brandColor, "dark")?.accent ?? defaultDarkColor;
  return { color, darkColor, fill, onFill };
}

export const brandNameOf = ({ tenancy }: Pick<Brand, "tenancy">) =>
  oneLine(tenancy.brandName ?? tenancy.name);

/** Fills in a template with the brand and values. Every value is escaped as text in both parts. */
export function fillEmail(
  brand: Brand,
  { subject, html, text }: RenderedEmail,
  values: Record<string, string>,
): RenderedEmail {
  const name = brandNameOf(brand);
  const { brandColor } = brand.tenancy;
  const isColor = brandColor !== null && /^#[0-9a-f]{6}$/i.test(brandColor);
  const inert = { ...values, brand: inertText(name) };
  const escaped = Object.entries(inert).map(([key, value]) => [key, escapeHtml(value)] as const);
  return {
    subject: fill(subject, { brand: name }),
    html: fill(html, {
      ...Object.fromEntries(escaped),
      ...colorsOf(isColor ? brandColor : null),
      logo: logoOf(brand),
    }),
    text: fill(text, inert),
  };
}

/** Renders the email of a code. Untrusted values become inert text, and it contains no link. */
export function renderChallengeEmail(
  brand: Brand,
  { purpose, name, longCode, digits, locale, lifetimeMs }: ChallengeEmail,
): RenderedEmail {
  const { greeting, minutes, kinds: templatesByKind } = ofLocale(locale);
  const code = longCode.slice(0, digits);
  const count = Math.ceil(lifetimeMs / 60_000);
  const inertPerson = name === undefined ? "" : inertText(name);
  const values = {
    code,
    spelled: [...code].join(" "),
    greeting: inertPerson === "" ? greeting.plain : fill(greeting.named, { name: inertPerson }),
    minutes: fill(count === 1 ? minutes.one : minutes.other, { count: String(count) }),
    purpose: inertText(purpose.replace(/[._:-]+/g, " ")),
  };
  return fillEmail(brand, templatesByKind[kindOf(purpose)], values);
}
