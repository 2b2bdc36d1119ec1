interface Words {
  label: string;
  /** With the name of one of several, such as a passkey's. */
  named?: (name: string) => string;
  /** Other words that find it. */
  words: string;
  /** Destroys something or changes who can sign in, so it is never selected by itself. */
  isCareful?: boolean;
}

/** The actions of pages that the palette offers on them. */
export const pageActions = {
  "user.disable": { label: "Disable this user", words: "block lock suspend", isCareful: true },
  "user.enable": { label: "Enable this user", words: "unblock unlock", isCareful: true },
  "user.export": { label: "Export this user’s data", words: "download gdpr personal data json" },
  "user.erase": {
    label: "Erase this user",
    words: "delete remove forget gdpr",
    isCareful: true,
  },
  "user.rename": { label: "Edit this user’s profile", words: "name rename verify change" },
  "user.change-email": { label: "Change this user’s email", words: "address mailbox edit" },
  "passkey.disable": {
    label: "Disable this passkey",
    named: (name) => `Disable passkey: ${name}`,
    words: "block lost stolen this",
    isCareful: true,
  },
  "passkey.enable": {
    label: "Enable this passkey",
    named: (name) => `Enable passkey: ${name}`,
    words: "unblock found this",
    isCareful: true,
  },
  "passkey.end-quarantine": {
    label: "End this passkey’s quarantine",
    words: "trust release new",
    isCareful: true,
  },
  "passkey.rename": { label: "Rename this passkey", words: "username label change" },
  "passkey.delete": { label: "Delete this passkey", words: "remove erase", isCareful: true },
  "user.list-export": { label: "Export these users", words: "download csv json list" },
  "passkey.export": { label: "Export these passkeys", words: "download csv json" },
  "code.retry": { label: "Retry this email now", words: "send again resend deliver" },
  "code.replace": { label: "Send a new code", words: "email resend again retry" },
  "code.delete": { label: "Delete this code", words: "remove cancel", isCareful: true },
  "key.change": {
    label: "Rename, lock, rotate or revoke this key",
    words: "unlock replace delete api change",
    isCareful: true,
  },
  "webhook.test": { label: "Send a test event to this webhook", words: "try check" },
  "webhook.rotate": { label: "Rotate this webhook’s secret", words: "replace new signing" },
  "webhook.disable": { label: "Disable this webhook", words: "pause stop", isCareful: true },
  "webhook.enable": { label: "Enable this webhook", words: "resume start", isCareful: true },
  "webhook.delete": { label: "Delete this webhook", words: "remove", isCareful: true },
  "audit.export": { label: "Export these events", words: "download csv json audit log" },
} as const satisfies Record<string, Words>;

export type PageActionKey = keyof typeof pageActions;

export const wordsOf = (key: PageActionKey): Words => pageActions[key];

/**
 * Returns the attributes of a button that the palette offers as an action of its page, as long as
 * the page shows it. The palette presses the button, so its dialog, role and server action apply.
 * @param name of one of several, such as a passkey's
 */
export const pageAction = (key: PageActionKey, name?: string) => ({
  "data-page-action": key,
  "data-page-action-name": name,
});
