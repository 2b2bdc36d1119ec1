import type { AuditAction } from "./record-audit";

/** Returns a detail with known parts replaced by their words. */
const list = (words: Readonly<Record<string, string>>) => (detail: string) => {
  const parts = detail.split(", ").map((part) => words[part] ?? part);
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const roles = list({ again: "Sent again" });

const modes: Readonly<Record<string, string>> = {
  off: "off",
  monitor: "monitors only",
  enforce: "enforced",
};

/** "version 3 enforce" as "Version 3, enforced". */
function policyWords(detail: string): string {
  const [, number, mode = ""] = /^version (\d+) (\w+)$/.exec(detail) ?? [];
  return number === undefined ? detail : `Version ${number}, ${modes[mode] ?? mode}`;
}

/** "2026-11-27T10:00:00.000Z, API keys kept" as "Backup of 2026-11-27 10:00 UTC, API keys kept". */
function backupWords(detail: string): string {
  const [madeAt = "", ...kept] = detail.split(", ");
  const made = madeAt.replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC");
  return [`Backup of ${made}`, ...(kept.length > 0 ? kept : ["API keys locked"])].join(", ");
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** "add-passkey, de" as "Add passkey, in German". */
function testWords(detail: string): string {
  const [mail = "", language] = detail.split(", ");
  if (language === undefined) return detail;
  const name = mail.replaceAll("-", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, in ${languages.of(language) ?? language}`;
}

const profileFields: Readonly<Record<string, string>> = {
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

/** The words of details by action. The detail of an action without words is returned as it is. */
const readers: Partial<Record<AuditAction, (detail: string) => string>> = {
  "api-key.renamed": (change) => `Name: ${change}`,
  "tenancy.passkey-policy-saved": policyWords,
  "webhook.changed": list({ name: "name", url: "URL", types: "event types" }),
  "webhook.disabled": list({
    failing: "By itself, because its deliveries kept failing",
    gone: "By itself, because its receiver answered 410 Gone twice",
  }),
  "webhook.event-repeated": (number) => `Event number ${number}`,
  "user.updated": list(profileFields),
  "user.email-changed": list({
    changed: "another address",
    verified: "the same address, now verified",
  }),
  "user.deletion-requested": list({
    "not-needed": "No longer needed",
    privacy: "For privacy",
    problems: "Because of problems",
    "other-account": "Has another account",
    other: "For another reason",
  }),
  "user.list-exported": list({ all: "All users", filtered: "Users who matched filters" }),
  "passkey.exported": list({ all: "All passkeys", filtered: "Passkeys that matched filters" }),
  "mail.test-sent": testWords,
  "vault.exported": list({ users: "With users" }),
  "backup.restored": backupWords,
  "operator.invited": roles,
  "operator.joined": roles,
  "operator.role-changed": (role) => `Now ${role}`,
  "operator.passkey-added": list({
    counts: "Counts from now on",
    waits: "Waits for an owner’s approval",
  }),
  "operator.passkey-removed": list({ refused: "An owner refused it" }),
  "operator.session-revoked": list({ "all others": "All their other sessions" }),
};

/**
 * Returns the detail of an audit event that isn't about settings as words, such as "Given name, whether
 * the email is verified".
 */
export function factWords(action: string, detail: string): string {
  const read = (readers as Partial<Record<string, (detail: string) => string>>)[action];
  return read === undefined ? detail : read(detail);
}

/** What an id in a detail refers to. */
export interface DetailReference {
  kind: "api-key" | "user";
  id: string;
  /** Precedes its name. */
  label: string;
}

const references: Partial<Record<AuditAction, Omit<DetailReference, "id">>> = {
  "api-key.rotated": { kind: "api-key", label: "Replaced by" },
  "passkey.moved": { kind: "user", label: "From" },
  "mail.unblocked": { kind: "user", label: "Of" },
  "user.email-claim-lost": { kind: "user", label: "Verified by" },
};

/** Returns what the detail's id refers to; undefined if the detail is no such id. */
export function referenceIn({
  action,
  detail,
}: {
  action: string;
  detail: string | null;
}): DetailReference | undefined {
  const reference = (references as Partial<Record<string, Omit<DetailReference, "id">>>)[action];
  return reference === undefined || detail === null ? undefined : { ...reference, id: detail };
}
