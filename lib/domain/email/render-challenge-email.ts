import { KnownJson } from "@/lib/contract/known-json";
import { escapeHtml, inertText, oneLine } from "./inert-text";
import templates from "./templates.generated.json";

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
  ["email-change", ["emailchange", "changeemail", "emailupdate", "updateemail"]],
  ["recovery", ["recovery", "recover", "accountrecovery", "recoveraccount", "lostpasskey"]],
];

/** Returns the kind of email for a purpose: a common one in any spelling, else the neutral one. */
export function kindOf(purpose: string): EmailKind {
  const plain = purpose.toLowerCase().replace(/[._:-]/g, "");
  return kinds.find(([, purposes]) => purposes.includes(plain))?.[0] ?? "other";
}

const defaultColor = "#0e6a4e";
/** Returns the templates of a language, else the English ones. */
export const ofLocale = (locale: string): LocaleTemplates =>
  (templates as Record<string, LocaleTemplates>)[locale] ?? templates.en;

/** An encoding of the rendered text: none, or the inside of a JSON string. */
interface Form {
  write: (text: string) => string;
  /**
   * Cache of split templates: encoded text and placeholder names, alternating. Bounded by the
   * templates in templates.generated.json.
   */
  split: Map<string, string[]>;
}

const plain: Form = { write: (text) => text, split: new Map() };
const inJson: Form = { write: (text) => JSON.stringify(text).slice(1, -1), split: new Map() };

function splitTemplate(template: string, { split, write }: Form): string[] {
  const cached = split.get(template);
  if (cached !== undefined) return cached;
  const parts = template
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? write(part) : part));
  split.set(template, parts);
  return parts;
}

/** Replaces each `{{name}}`. Inserted values are never searched for placeholders. */
function fill(
  template: string,
  valueOf: (name: string) => string | undefined,
  form = plain,
): string {
  // A name may occur more than once.
  const written = new Map<string, string>();
  const put = (name: string) => {
    const value = written.get(name) ?? form.write(valueOf(name) ?? `{{${name}}}`);
    written.set(name, value);
    return value;
  };
  return splitTemplate(template, form).reduce(
    (filled, part, index) => filled + (index % 2 === 0 ? part : put(part)),
    "",
  );
}

function logoOf({ baseUrl, tenancy }: Brand): string {
  if (tenancy.brandLogoHash === null) return "";
  // The alt text is empty because the brand's name follows.
  const source = escapeHtml(`${baseUrl}/logo/${tenancy.id}/${tenancy.brandLogoHash}`);
  const style = "display:block;height:40px;max-width:200px;margin:0 0 12px";
  return `<img src="${source}" alt="" height="40" style="${style}">`;
}

export const brandNameOf = ({ tenancy }: Pick<Brand, "tenancy">) =>
  oneLine(tenancy.brandName ?? tenancy.name);

/** Fills in a template with the brand and values. Every value is escaped as text in both parts. */
export function fillEmail(
  brand: Brand,
  { subject, html, text }: RenderedEmail,
  values: Record<string, string>,
  form = plain,
): RenderedEmail {
  const name = brandNameOf(brand);
  const { brandColor } = brand.tenancy;
  const inertName = inertText(name);
  const valueOf = (key: string) => (key === "brand" ? inertName : values[key]);
  const markup: Record<string, string> = {
    color: brandColor !== null && /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor : defaultColor,
    logo: logoOf(brand),
  };
  return {
    subject: fill(subject, (key) => (key === "brand" ? name : undefined), form),
    html: fill(html, (key) => markup[key] ?? escapeHtml(valueOf(key) ?? `{{${key}}}`), form),
    text: fill(text, valueOf, form),
  };
}

/** Renders the email of a code. Untrusted values become inert text, and it contains no link. */
export function renderChallengeEmail(
  brand: Brand,
  { purpose, name, longCode, digits, locale, lifetimeMs }: ChallengeEmail,
  form = plain,
): RenderedEmail {
  const { greeting, minutes, kinds: templatesByKind } = ofLocale(locale);
  const code = longCode.slice(0, digits);
  const count = Math.ceil(lifetimeMs / 60_000);
  const inertPerson = name === undefined ? "" : inertText(name);
  const values = {
    code,
    spelled: [...code].join(" "),
    greeting:
      inertPerson === ""
        ? greeting.plain
        : fill(greeting.named, (key) => (key === "name" ? inertPerson : undefined)),
    minutes: fill(count === 1 ? minutes.one : minutes.other, (key) =>
      key === "count" ? String(count) : undefined,
    ),
    purpose: inertText(purpose.replace(/[._:-]+/g, " ")),
  };
  return fillEmail(brand, templatesByKind[kindOf(purpose)], values, form);
}

/** Renders the same email's `html` and `text` as JSON, for the response. */
export function renderMessage(brand: Brand, email: ChallengeEmail): KnownJson {
  const { html, text } = renderChallengeEmail(brand, email, inJson);
  return new KnownJson(`{"html":"${html}","text":"${text}"}`);
}
