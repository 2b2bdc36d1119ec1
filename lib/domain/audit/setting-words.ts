/** The settings' labels in the console. Names of settings are in the details of audit events. */
export const settingWords: Readonly<Record<string, string>> = {
  name: "Name",
  environment: "Environment",
  rpId: "Relying party id",
  rpIds: "Additional relying party ids",
  rpName: "Relying party name",
  allowedOrigins: "Allowed origins",
  redirectUris: "Redirect URIs",
  topOrigins: "Embedding sites",
  allowCrossOriginWithoutTopOrigin: "Allow unnamed embedding sites",
  requireClientId: "Require the client id",
  selfServiceRegistration: "Self-service registration",
  selfServiceAuthentication: "Self-service sign-in",
  userVerification: "Minimum user verification",
  attestation: "Attestation",
  algorithms: "Algorithms",
  hints: "Hints",
  signalsAfterSignIn: "Tell devices which passkeys exist",
  signatureCounter: "Signature counter",
  passkeysPerUser: "Passkeys per user",
  requireProofToAddPasskey: "Require an emailed code for another passkey",
  notifyOfNewPasskeys: "Notify users of new passkeys",
  quarantineHours: "Quarantine (hours)",
  codeDigits: "Length of codes (digits)",
  codeMs: "Codes expire after (minutes)",
  codeAttempts: "Attempts per code",
  challengesPerTenMinutes: "Codes per mailbox in 10 minutes",
  challengesPerDay: "Codes per mailbox in 24 hours",
  challengesPerHourCeiling: "Codes in an hour",
  optionsPerMinutePerAddress: "Starts per address and minute",
  optionsPerMinute: "Starts per minute",
  verificationsPerMinutePerAddress: "Verifications per address and minute",
  exchangesPerMinutePerAddress: "Token exchanges per address and minute",
  timelineDays: "Keep activity for (days)",
  brandName: "Brand name",
  brandColor: "Brand color",
  brandLogo: "Logo",
  mailSender: "From",
  mailReplyTo: "Reply-To",
  locale: "Default language",
  legacyLookups: "Look-ups of older clients",
  issuer: "Issuer",
  sendEmailByDefault: "Email codes by default",
};

const minuteMs = 60_000;
const valueWords: Readonly<Record<string, string>> = { true: "on", false: "off" };

const wordsOfValue = (name: string, value: string): string =>
  name === "codeMs" && /^\d+$/.test(value)
    ? String(Number(value) / minuteMs)
    : (valueWords[value] ?? value);

const withUnit = (value: string, units: string) =>
  `${value} ${value === "1" ? units.replace(/s$/, "") : units}`;

function wordsOfChange(change: string): string {
  const [, name = change, before, after] = /^(\w+): (.*) → (.*)$/s.exec(change) ?? [];
  const label = settingWords[name];
  if (label === undefined) return change;
  if (before === undefined || after === undefined) return label;
  const values = [before, after].map((value) => wordsOfValue(name, value));
  const [, setting = label, units] = /^(.*) \((\w+)\)$/.exec(label) ?? [];
  const shown = units === undefined ? values : values.map((value) => withUnit(value, units));
  return `${setting}: ${shown.join(" → ")}`;
}

function changesIn(detail: string): string[] {
  const names = detail.split(" ");
  return names.every((name) => name in settingWords) ? names : detail.split("; ");
}

/**
 * Returns the changes of a settings event in the console's words: "Attempts per code: 5 → 3". Text
 * that names no setting is returned as it is.
 * @param detail as `describeChanges` writes it, or names of settings with spaces between them
 */
export const wordsOfSettings = (detail: string): string =>
  changesIn(detail).map(wordsOfChange).join("; ");

/**
 * Returns the first change of a settings event and how many others it has: "Attempts per code:
 * 5 → 3, and 2 more". A change with both values precedes one without.
 */
export function summaryOfSettings(detail: string): string {
  const changes = changesIn(detail);
  const shown = changes.find((change) => change.includes(" → ")) ?? changes[0] ?? detail;
  const others = changes.length - 1;
  return others > 0 ? `${wordsOfChange(shown)}, and ${others} more` : wordsOfChange(shown);
}
