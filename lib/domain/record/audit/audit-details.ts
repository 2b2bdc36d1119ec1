// The words of details of the audit log, for audit-actions.ts.

/** Returns a detail with known parts replaced by their words. */
export const list = (words: Readonly<Record<string, string>>) => (detail: string) => {
  const parts = detail.split(", ").map((part) => words[part] ?? part);
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

export const roles = list({ again: "Sent again" });

const modes: Readonly<Record<string, string>> = {
  off: "off",
  monitor: "monitors only",
  enforce: "enforced",
};

/** "version 3 enforce" as "Version 3, enforced". */
export function policyWords(detail: string): string {
  const [, number, mode = ""] = /^version (\d+) (\w+)$/.exec(detail) ?? [];
  return number === undefined ? detail : `Version ${number}, ${modes[mode] ?? mode}`;
}

/** "2026-11-27T10:00:00.000Z, API keys kept" as "Backup of 2026-11-27 10:00 UTC, API keys kept". */
export function backupWords(detail: string): string {
  const [madeAt = "", ...kept] = detail.split(", ");
  const made = madeAt.replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC");
  return [`Backup of ${made}`, ...(kept.length > 0 ? kept : ["API keys locked"])].join(", ");
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** "add-passkey, de" as "Add passkey, in German". */
export function testWords(detail: string): string {
  const [mail = "", language] = detail.split(", ");
  if (language === undefined) return detail;
  const name = mail.replaceAll("-", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, in ${languages.of(language) ?? language}`;
}

export const profileFields: Readonly<Record<string, string>> = {
  givenName: "given name",
  familyName: "family name",
  locale: "language",
  emailVerified: "whether the email is verified",
  userId: "application id",
};

const lists = new Intl.ListFormat("en");

/**
 * Returns an update of a user as a predicate: "changed their given name and language".
 * @param detail of the action `user.updated`
 * @param whose such as "their"
 */
export function profileChangeWords(detail: string, whose: string): string {
  const fields = detail.split(", ");
  if (!fields.some((field) => field in profileFields || field === "email"))
    return `saved ${whose} profile without changes`;
  const nouns = fields.filter((field) => field !== "emailVerified");
  const named = nouns.map((field, index) => {
    const words = profileFields[field] ?? field;
    return index === 0 ? `${whose} ${words}` : words;
  });
  const verified = fields.includes("emailVerified") ? ["whether the email is verified"] : [];
  return `changed ${lists.format([...named, ...verified])}`;
}
