import { KnownJson } from "@/lib/contract/known-json";
import { escapeHtml, inertText, oneLine } from "./inert-text";
import templates from "./templates.generated.json";

type EmailKind = keyof (typeof templates)["en"]["kinds"];
type LocaleTemplates = (typeof templates)["en"];

/** Whose mail it is. */
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

export interface ChallengeMail {
  purpose: string;
  name?: string | undefined;
  /** Of which the first `digits` are the code. */
  longCode: string;
  digits: number;
  /** One that there are templates of. */
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

/**
 * Which mail a purpose gets: one of the common ones however it is spelled, else the neutral one.
 */
export function kindOf(purpose: string): EmailKind {
  const plain = purpose.toLowerCase().replace(/[._:-]/g, "");
  return kinds.find(([, purposes]) => purposes.includes(plain))?.[0] ?? "other";
}

const defaultColor = "#0e6a4e";
/** The templates of a language, else the English ones. */
export const ofLocale = (locale: string): LocaleTemplates =>
  (templates as Record<string, LocaleTemplates>)[locale] ?? templates.en;

/**
 * How a text is written: as it is, or as it stands in JSON between quotation marks. Pieces can be
 * written by themselves.
 */
interface Form {
  write: (text: string) => string;
  /**
   * Templates cut at their places: text, written, and names in turn. As many as there are in
   * templates.generated.json.
   */
  cut: Map<string, string[]>;
}

const plain: Form = { write: (text) => text, cut: new Map() };
const inJson: Form = { write: (text) => JSON.stringify(text).slice(1, -1), cut: new Map() };

function cutUp(template: string, { cut, write }: Form): string[] {
  const known = cut.get(template);
  if (known !== undefined) return known;
  const parts = template
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? write(part) : part));
  cut.set(template, parts);
  return parts;
}

/** Replaces each `{{name}}` once; what is put in is never searched again. */
function fill(
  template: string,
  valueOf: (name: string) => string | undefined,
  form = plain,
): string {
  // Some stand in several places.
  const written = new Map<string, string>();
  const put = (name: string) => {
    const value = written.get(name) ?? form.write(valueOf(name) ?? `{{${name}}}`);
    written.set(name, value);
    return value;
  };
  return cutUp(template, form).reduce(
    (filled, part, index) => filled + (index % 2 === 0 ? part : put(part)),
    "",
  );
}

function logoOf({ baseUrl, tenancy }: Brand): string {
  if (tenancy.brandLogoHash === null) return "";
  // The brand's name stands beside it in words.
  return `<img src="${escapeHtml(`${baseUrl}/logo/${tenancy.id}/${tenancy.brandLogoHash}`)}" alt="" height="40" style="display:block;height:40px;max-width:200px;margin:0 0 12px">`;
}

export const brandNameOf = ({ tenancy }: Pick<Brand, "tenancy">) =>
  oneLine(tenancy.brandName ?? tenancy.name);

/** Fills in a mail of that brand; every value becomes text in both parts, whoever gave it. */
export function fillEmail(
  brand: Brand,
  { subject, html, text }: RenderedEmail,
  given: Record<string, string>,
  form = plain,
): RenderedEmail {
  const name = brandNameOf(brand);
  const { brandColor } = brand.tenancy;
  const inertName = inertText(name);
  const valueOf = (key: string) => (key === "brand" ? inertName : given[key]);
  const made: Record<string, string> = {
    color: brandColor !== null && /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor : defaultColor,
    logo: logoOf(brand),
  };
  return {
    subject: fill(subject, (key) => (key === "brand" ? name : undefined), form),
    html: fill(html, (key) => made[key] ?? escapeHtml(valueOf(key) ?? `{{${key}}}`), form),
    text: fill(text, valueOf, form),
  };
}

/** The mail of a code. What anybody gave is put in as inert text, and no link is in it. */
export function renderChallengeMail(
  brand: Brand,
  { purpose, name, longCode, digits, locale, lifetimeMs }: ChallengeMail,
  form = plain,
): RenderedEmail {
  const { greeting, minutes, kinds: mails } = ofLocale(locale);
  const code = longCode.slice(0, digits);
  const count = Math.ceil(lifetimeMs / 60_000);
  const called = name === undefined ? "" : inertText(name);
  const given = {
    code,
    spelled: [...code].join(" "),
    greeting:
      called === ""
        ? greeting.plain
        : fill(greeting.named, (key) => (key === "name" ? called : undefined)),
    minutes: fill(count === 1 ? minutes.one : minutes.other, (key) =>
      key === "count" ? String(count) : undefined,
    ),
    purpose: inertText(purpose.replace(/[._:-]+/g, " ")),
  };
  return fillEmail(brand, mails[kindOf(purpose)], given, form);
}

/** The same mail's `html` and `text`, as an answer carries them. */
export function renderMessage(brand: Brand, mail: ChallengeMail): KnownJson {
  const { html, text } = renderChallengeMail(brand, mail, inJson);
  return new KnownJson(`{"html":"${html}","text":"${text}"}`);
}
