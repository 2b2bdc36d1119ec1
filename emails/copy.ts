import { z } from "zod";

/** Stands in a drawn mail for what is only known when it is sent. */
export const placeholder = {
  code: "{{code}}",
  spelled: "{{spelled}}",
  brand: "{{brand}}",
  greeting: "{{greeting}}",
  minutes: "{{minutes}}",
  purpose: "{{purpose}}",
  color: "{{color}}",
  logo: "{{logo}}",
  tenancy: "{{tenancy}}",
  role: "{{role}}",
  inviter: "{{inviter}}",
  person: "{{person}}",
  until: "{{until}}",
  link: "{{link}}",
} as const;

// Within phrases that are put together before a mail is filled in.
const name = "{{name}}";
const count = "{{count}}";

const { brand, minutes, purpose, tenancy, role, inviter, person, until } = placeholder;

/** A text that holds every placeholder of `must`, perhaps those of `may`, and no other brace. */
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

// Narrow lists show about so much.
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
  "email-change": kind(),
  recovery: kind(),
  other: kind(purpose),
};

/** What a code can be for; `other` tells it in the words of whoever asked. */
export type EmailKind = keyof typeof kindSchemas;

export const emailKinds = Object.keys(kindSchemas) as EmailKind[];

const notice = (...own: string[]) => ({
  subject: text({ must: [brand] }),
  preview: text({ may: [brand, ...own] }).max(
    longestPreview,
    `is longer than ${longestPreview} characters`,
  ),
  lead: text({ must: own, may: [brand] }),
  detail: text({ must: [until], may: [brand] }),
  ignore: text({ may: [brand] }),
});

const noticeSchemas = {
  // The words on its one link.
  invitation: z.strictObject({ ...notice(tenancy, role, inviter), act: text() }),
  "new-passkey": z.strictObject(notice(person)),
};

/** A mail to an operator that has no code. */
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
  notices: z.strictObject(noticeSchemas),
});

/** All texts of one language. */
export type Copy = z.infer<typeof copySchema>;

/** The problems of a locale file, each with the key that it is about; or its texts. */
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
