import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { render } from "@react-email/render";
import { ChallengeEmail } from "./challenge-email";
import {
  checkCopy,
  type Copy,
  type EmailKind,
  emailKinds,
  type NoticeKind,
  noticeKinds,
  placeholder,
} from "./copy";
import { NoticeEmail } from "./notice-email";

/** An email with placeholders for the values that are known when it is sent. */
interface EmailTemplate {
  subject: string;
  html: string;
  text: string;
}

/** The emails of a language, and the phrases that fill their placeholders. */
export interface LocaleTemplates extends Pick<
  Copy,
  "language" | "greeting" | "minutes" | "roles" | "unknownPasskey" | "unknownBrowser"
> {
  kinds: Record<EmailKind, EmailTemplate>;
  notices: Record<NoticeKind, EmailTemplate>;
}

/**
 * Renders every email in the language of every locale file in the folder.
 * @throws with the file and key of every problem
 */
export async function drawTemplates(folder: string): Promise<Record<string, LocaleTemplates>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  if (files.length === 0) throw new Error(`${folder}: no locale files`);
  const read = await Promise.all(files.map(async (file) => readLocale(path.join(folder, file))));
  const problems = read.flatMap((each) => ("problems" in each ? each.problems : []));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const locales = read.flatMap((each) => ("copy" in each ? [each] : []));
  return Object.fromEntries(
    await Promise.all(
      locales.map(async ({ locale, copy }) => [locale, await drawLocale(locale, copy)] as const),
    ),
  );
}

async function readLocale(
  file: string,
): Promise<{ locale: string; copy: Copy } | { problems: string[] }> {
  const locale = path.basename(file, ".json");
  const refuse = (...problems: string[]) => ({
    problems: problems.map((problem) => `${file}: ${problem}`),
  });
  if (!isLanguageTag(locale))
    return refuse("the file’s name is no language tag such as en or pt-BR");
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(`the whole is not JSON: ${error.message}`);
    throw error;
  }
  const checked = checkCopy(content);
  return "problems" in checked ? refuse(...checked.problems) : { locale, copy: checked.copy };
}

function isLanguageTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale)[0] === locale;
  } catch {
    return false;
  }
}

async function drawLocale(locale: string, copy: Copy): Promise<LocaleTemplates> {
  const { language, greeting, minutes, roles, unknownPasskey, unknownBrowser } = copy;
  const kinds = await Promise.all(
    emailKinds.map(async (kind) => [kind, await drawEmail(locale, copy, kind)] as const),
  );
  const notices = await Promise.all(
    noticeKinds.map(async (kind) => [kind, await drawNotice(locale, copy, kind)] as const),
  );
  return {
    language,
    greeting,
    minutes,
    roles,
    unknownPasskey,
    unknownBrowser,
    kinds: Object.fromEntries(kinds) as LocaleTemplates["kinds"],
    notices: Object.fromEntries(notices) as LocaleTemplates["notices"],
  };
}

async function drawNotice(locale: string, copy: Copy, kind: NoticeKind): Promise<EmailTemplate> {
  const notice = copy.notices[kind];
  const html = inPlainHtml(await render(<NoticeEmail locale={locale} copy={copy} kind={kind} />));
  const act = "act" in notice ? [`${notice.act}\n${placeholder.link}`] : [];
  const facts = "facts" in notice ? [Object.values(notice.facts).join("\n")] : [];
  const paragraphs = [notice.lead, ...facts, ...act, notice.detail, notice.ignore];
  const text = [placeholder.brand, placeholder.greeting, ...paragraphs].join("\n\n");
  return { subject: notice.subject, html, text: `${text}\n` };
}

async function drawEmail(locale: string, copy: Copy, kind: EmailKind): Promise<EmailTemplate> {
  const { subject, lead, ignore } = copy.kinds[kind];
  const html = inPlainHtml(
    await render(<ChallengeEmail locale={locale} copy={copy} kind={kind} />),
  );
  const text = [
    placeholder.brand,
    placeholder.greeting,
    lead,
    placeholder.code,
    `${copy.expiry} ${copy.warning}`,
    ignore,
  ].join("\n\n");
  return { subject, html, text: `${text}\n` };
}

/** Attributes that the library adds for its own use. */
const marks = / data-(?:id|skip-in-text)="[^"]*"/g;

/**
 * Removes React's hydration comments, which an email doesn't need, and writes characters outside
 * Latin-1 as character references. A Latin-1 string costs a tenth less to send
 * (docs/decisions/0026-email-templates-at-build-time.md).
 */
const inPlainHtml = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(marks, "")
    .replaceAll(/[^\u0000-\u00ff]/gu, (character) => `&#${character.codePointAt(0)};`);
