import { z } from "zod";

/** Placeholders for values that are known when an email is sent. */
export const placeholder = {
  code: "{{code}}",
  spelled: "{{spelled}}",
  brand: "{{brand}}",
  greeting: "{{greeting}}",
  minutes: "{{minutes}}",
  purpose: "{{purpose}}",
  color: "{{color}}",
  darkColor: "{{darkColor}}",
  fill: "{{fill}}",
  onFill: "{{onFill}}",
  logo: "{{logo}}",
  tenancy: "{{tenancy}}",
  role: "{{role}}",
  inviter: "{{inviter}}",
  console: "{{console}}",
  person: "{{person}}",
  until: "{{until}}",
  lifetime: "{{lifetime}}",
  link: "{{link}}",
  passkey: "{{passkey}}",
  created: "{{created}}",
  browser: "{{browser}}",
  webhook: "{{webhook}}",
} as const;

// Placeholders in phrases.
const name = "{{name}}";
const count = "{{count}}";

const { brand, minutes, purpose, tenancy, role, inviter, person, until, lifetime } = placeholder;
const { passkey, created, browser, webhook, console: consoleHost } = placeholder;

/** A text with every placeholder of `must`, any of `may`, and no other brace. */
function text({ must = [], may = [] }: { must?: string[]; may?: string[] } = {}) {
  return z.string().check((context) => {
    const refuse = (message: string) =>
      context.issues.push({ code: "custom", message, input: context.value });
    const found: string[] = context.value.match(/\{\{[^{}]*\}\}/g) ?? [];
    if (context.value.trim() === "") refuse("is empty");
    for (const each of must) if (!found.includes(each)) refuse(`has lost ${each}`);
    for (const each of found)
      if (!must.includes(each) && !may.includes(each)) refuse(`has no use for ${each}`);
    if (/[{}]/.test(context.value.replaceAll(/\{\{[^{}]*\}\}/g, "")))
      refuse("has a brace that is no part of a placeholder");
  });
}

// Roughly what narrow inbox lists show.
const longestPreview = 110;

const kind = (...own: string[]) =>
  z.strictObject({
    subject: text({ must: [brand] }),
    preview: text({ may: [brand, minutes, ...own] }).max(
      longestPreview,
      `is longer than ${longestPreview} characters`,
    ),
    lead: text({ must: [brand, ...own] }),
    ignore: text({ may: [brand] }),
  });

const kindSchemas = {
  "sign-up": kind(),
  login: kind(),
  "verify-email": kind(),
  "email-change": kind(),
  recovery: kind(),
  "add-passkey": kind(),
  other: kind(purpose),
};

/** The purposes of a code; `other` shows the purpose that the backend sent. */
export type EmailKind = keyof typeof kindSchemas;

export const emailKinds = Object.keys(kindSchemas) as EmailKind[];

const notice = (...own: string[]) => ({
  subject: text({ must: [brand] }),
  preview: text({ may: [brand, ...own] }).max(
    longestPreview,
    `is longer than ${longestPreview} characters`,
  ),
  lead: text({ must: own, may: [brand] }),
  detail: text({ must: [until, lifetime], may: [brand] }),
  ignore: text({ may: [brand] }),
});

const undoable = () =>
  z.strictObject({
    ...notice(),
    lead: text({ must: [brand] }),
    facts: z.strictObject({
      created: text({ must: [created] }),
      browser: text({ must: [browser] }),
    }),
    act: text(),
  });

const noticeSchemas = {
  // The label of its only link.
  invitation: z.strictObject({ ...notice(tenancy, role, inviter, consoleHost), act: text() }),
  "new-passkey": z.strictObject(notice(person)),
  "webhook-gone": z.strictObject({
    ...notice(webhook, tenancy),
    preview: text({ may: [webhook] }),
  }),
  // To a user, whose link reports the passkey.
  "passkey-added": z.strictObject({
    ...notice(),
    lead: text({ must: [brand] }),
    facts: z.strictObject({
      created: text({ must: [created] }),
      passkey: text({ must: [passkey] }),
      browser: text({ must: [browser] }),
    }),
    act: text(),
  }),
  // To a user, whose link undoes it.
  "deletion-requested": undoable(),
  "email-changed": undoable(),
};

/** An email without a code. */
export type NoticeKind = keyof typeof noticeSchemas;

export const noticeKinds = Object.keys(noticeSchemas) as NoticeKind[];

const copySchema = z.strictObject({
  language: text(),
  greeting: z.strictObject({ named: text({ must: [name] }), plain: text() }),
  minutes: z.strictObject({ one: text({ may: [count] }), other: text({ must: [count] }) }),
  codeLabel: text(),
  expiry: text({ must: [minutes] }),
  warning: text({ must: [brand] }),
  kinds: z.strictObject(kindSchemas),
  roles: z.strictObject({ owner: text(), admin: text(), support: text(), auditor: text() }),
  unknownPasskey: text(),
  unknownBrowser: text(),
  notices: z.strictObject(noticeSchemas),
});

/** All texts of one language. */
export type Copy = z.infer<typeof copySchema>;

/** Returns the texts of a locale file, or its problems with their keys. */
export function checkCopy(content: unknown): { copy: Copy } | { problems: string[] } {
  const checked = copySchema.safeParse(content, {
    error: ({ code, input }) =>
      code === "invalid_type"
        ? input === undefined
          ? "is missing"
          : "is of the wrong type"
        : undefined,
  });
  if (checked.success) return { copy: checked.data };
  const problems = checked.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => `${keyAt([...issue.path, key])} is unknown`)
      : [`${keyAt(issue.path)} ${issue.message}`],
  );
  return { problems };
}

const keyAt = (path: PropertyKey[]) =>
  path.length === 0 ? "the whole" : path.map(String).join(".");
