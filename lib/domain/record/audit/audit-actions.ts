import { backupWords, list, policyWords, profileFields, roles, testWords } from "./audit-details";

/** What an event is about. */
export type TargetKind =
  | "tenancy"
  | "api-key"
  | "webhook"
  | "user"
  | "passkey"
  | "challenge"
  | "operator"
  | "invitation"
  | "metadata"
  | "backup";

/** An audit action. Its name is stored, so never rename one. */
interface ActionRecord {
  /** What the actor did, as a predicate that follows their name: "Ada" + "disabled a passkey". */
  did: string;
  /** What its events are about, if not what its family's are. */
  target?: TargetKind;
  /**
   * Whether a user's timeline shows it if the user did it. The sign-ins, registrations and codes of users
   * are events of their own.
   */
  isOwnChange?: true;
  /** Whether the overview counts it, under its own name. */
  isCounted?: true;
  /** It switches something: `did` before "on" or "off", which is the detail. */
  switches?: string;
  /** Whether its detail is changed settings, as `describeChanges` writes them. */
  changesSettings?: true;
  /** Puts its detail into words. Default: as it is. */
  words?: (detail: string) => string;
  /** What the id in its detail refers to; `label` precedes the name. */
  refersTo?: { kind: "api-key" | "user"; label: string };
  /** What followers of a feed see of its detail; see lib/domain/event/feed/event-types.ts. */
  tells?: "fields" | "settings" | "role" | "successor" | "number" | "former-user";
}

/** Every audit action. The part of the name before the dot is its family. */
const book = {
  "tenancy.created": { did: "created the tenancy" },
  "tenancy.suspended": { did: "suspended the tenancy" },
  "tenancy.resumed": { did: "resumed the tenancy" },
  "tenancy.related-origins-confirmed": { did: "confirmed a host for related origins" },
  "tenancy.related-origins-taken-back": { did: "withdrew a host’s related origins" },
  "tenancy.sender-domain-confirmed": { did: "confirmed the sender domain" },
  "tenancy.sender-domain-withdrawn": { did: "withdrew the sender domain" },
  "tenancy.branding-changed": {
    did: "changed the branding",
    changesSettings: true,
    tells: "settings",
  },
  "tenancy.settings-changed": { did: "changed settings", changesSettings: true, tells: "settings" },
  "tenancy.passkey-policy-saved": { did: "saved the passkey policy", words: policyWords },
  "tenancy.hosted-pages-changed": {
    did: "switched the hosted pages on or off",
    switches: "switched the hosted pages",
  },
  "tenancy.redirect-uris-changed": {
    did: "changed the redirect URIs of the hosted pages",
    changesSettings: true,
  },
  "tenancy.client-id-rotated": { did: "rotated the client id" },
  "tenancy.deleted": { did: "deleted a tenancy" },
  "api-key.created": { did: "created an API key" },
  "api-key.renamed": { did: "renamed an API key", words: (change) => `Name: ${change}` },
  "api-key.locked": { did: "locked an API key" },
  "api-key.unlocked": { did: "unlocked an API key" },
  "api-key.revoked": { did: "revoked an API key" },
  "api-key.rotated": {
    did: "rotated an API key",
    refersTo: { kind: "api-key", label: "Replaced by" },
    tells: "successor",
  },
  "webhook.created": { did: "created a webhook" },
  "webhook.changed": {
    did: "changed a webhook",
    words: list({ name: "name", url: "URL", types: "event types" }),
    tells: "fields",
  },
  "webhook.enabled": { did: "enabled a webhook" },
  "webhook.disabled": {
    did: "disabled a webhook",
    words: list({
      failing: "By itself, because its deliveries kept failing",
      gone: "By itself, because its receiver answered 410 Gone twice",
    }),
  },
  "webhook.secret-rotated": { did: "rotated a webhook’s secret" },
  "webhook.tested": { did: "sent a test event to a webhook" },
  "webhook.event-repeated": {
    did: "sent an event to a webhook again",
    words: (number) => `Event number ${number}`,
    tells: "number",
  },
  "webhook.deleted": { did: "deleted a webhook" },
  "user.created": { did: "created a user", isCounted: true },
  "user.updated": {
    did: "updated a user",
    isOwnChange: true,
    words: list(profileFields),
    tells: "fields",
  },
  "user.email-held": { did: "linked an email to a user" },
  "user.email-claim-lost": {
    did: "removed an unverified email from a user",
    refersTo: { kind: "user", label: "Verified by" },
  },
  "user.deleted": { did: "deleted a user" },
  "user.email-changed": {
    did: "changed a user’s email",
    isOwnChange: true,
    words: list({ changed: "another address", verified: "the same address, now verified" }),
  },
  "user.email-change-undone": { did: "undid a change of a user’s email", isOwnChange: true },
  "user.deletion-requested": {
    did: "requested the deletion of an account",
    isOwnChange: true,
    words: list({
      "not-needed": "No longer needed",
      privacy: "For privacy",
      problems: "Because of problems",
      "other-account": "Has another account",
      other: "For another reason",
    }),
  },
  "user.deletion-cancelled": { did: "cancelled the deletion of an account", isOwnChange: true },
  "user.exported": { did: "exported a user’s data", isOwnChange: true },
  "user.list-exported": {
    did: "exported users",
    target: "tenancy",
    words: list({ all: "All users", filtered: "Users who matched filters" }),
  },
  "user.erased": { did: "erased a user" },
  "user.authenticated-by-email": { did: "signed in with an emailed code", isCounted: true },
  "user.account-opened": { did: "signed in to their account page" },
  "user.account-closed": { did: "signed out of their account page" },
  "user.enabled": { did: "enabled a user" },
  "user.disabled": { did: "disabled a user" },
  "passkey.registered": { did: "registered a passkey", isCounted: true },
  "passkey.authenticated": { did: "signed in with a passkey", isCounted: true },
  "passkey.sign-count-regressed": { did: "used a passkey whose signature counter decreased" },
  "passkey.backup-state-changed": { did: "used a passkey whose backup state changed" },
  "passkey.moved": {
    did: "moved a passkey to another user",
    refersTo: { kind: "user", label: "From" },
    tells: "former-user",
  },
  "passkey.renamed": { did: "renamed a passkey" },
  "passkey.labeled": { did: "named a passkey on their account page", isOwnChange: true },
  "passkey.deleted": { did: "deleted a passkey", isOwnChange: true },
  "passkey.exported": {
    did: "exported passkeys",
    target: "tenancy",
    words: list({ all: "All passkeys", filtered: "Passkeys that matched filters" }),
  },
  "passkey.imported": { did: "imported a passkey" },
  "passkey.enabled": { did: "enabled a passkey" },
  "passkey.disabled": { did: "disabled a passkey" },
  "passkey.reported": { did: "reported a passkey as not theirs", isOwnChange: true },
  "passkey.report-recorded": {
    did: "reported a passkey that a report can’t disable",
    isOwnChange: true,
  },
  "passkey.quarantine-ended": { did: "ended a passkey’s quarantine" },
  "challenge.created": { did: "requested a code", isCounted: true },
  "challenge.rate-limit-skipped": { did: "requested a code and skipped the limits" },
  "challenge.ceiling-reached": {
    did: "reached the hourly limit on codes",
    target: "tenancy",
    isCounted: true,
  },
  "challenge.visitor-ceiling-reached": {
    did: "reached the hourly limit on codes requested by visitors",
    target: "tenancy",
  },
  "challenge.superseded": { did: "replaced a code with a newer one", isCounted: true },
  "challenge.code-replaced": { did: "sent a new emailed code" },
  "challenge.verified": { did: "entered the right code", isCounted: true },
  "challenge.guess-budget-spent": {
    did: "entered too many wrong codes for a mailbox",
    isCounted: true,
  },
  "challenge.deleted": { did: "deleted an emailed code", isCounted: true },
  "mail.retried": { did: "resent an email" },
  "mail.unblocked": {
    did: "resumed emails to a bounced mailbox",
    target: "tenancy",
    refersTo: { kind: "user", label: "Of" },
  },
  "mail.test-sent": { did: "sent a test email to themselves", target: "tenancy", words: testWords },
  "vault.exported": { did: "exported the vault", words: list({ users: "With users" }) },
  "metadata.imported": { did: "imported FIDO Metadata" },
  "backup.restored": { did: "restored the database from a backup", words: backupWords },
  "principal.verifier-refused": { did: "presented a code without its verifier" },
  "operator.owner-made": { did: "became the first owner" },
  "operator.recovered": { did: "recovered an owner’s account" },
  "operator.signed-in": { did: "signed in to the console" },
  "operator.signed-in-by-code": { did: "signed in to the console with a code" },
  "operator.signed-out": { did: "signed out of the console" },
  "operator.stepped-up": { did: "confirmed with their passkey" },
  "operator.session-revoked": {
    did: "ended another of their sessions",
    words: list({ "all others": "All their other sessions" }),
  },
  "operator.passkey-added": {
    did: "added a passkey to their account",
    target: "passkey",
    words: list({ counts: "Counts from now on", waits: "Waits for an owner’s approval" }),
  },
  "operator.passkey-removed": {
    did: "removed a passkey from their account",
    target: "passkey",
    words: list({ refused: "An owner refused it" }),
  },
  "operator.passkey-approved": { did: "approved an operator’s passkey", target: "passkey" },
  "operator.invited": {
    did: "invited a member",
    target: "invitation",
    words: roles,
    tells: "role",
  },
  "operator.invitation-revoked": { did: "revoked an invitation", target: "invitation" },
  "operator.joined": { did: "accepted an invitation", words: roles, tells: "role" },
  "operator.role-changed": {
    did: "changed a member’s role",
    words: (role) => `Now ${role}`,
    tells: "role",
  },
  "operator.removed": { did: "removed a member" },
} as const satisfies Record<string, ActionRecord>;

export type AuditAction = keyof typeof book;
export const auditActions = Object.keys(book) as AuditAction[];

/** The actions that the overview counts. */
export type CountedAction = {
  [Action in AuditAction]: (typeof book)[Action] extends { isCounted: true } ? Action : never;
}[AuditAction];

/** Returns the record of an action; undefined for one of a newer version. */
export const findAction = (action: string): ActionRecord | undefined =>
  (book as Record<string, ActionRecord | undefined>)[action];

export const isCounted = (action: string): action is CountedAction =>
  findAction(action)?.isCounted === true;

const familyOf = (action: string) => action.split(".")[0] ?? "";

/** What users change themselves. */
export const ownChanges = auditActions.filter((action) => findAction(action)?.isOwnChange);

/** The parts of the actions before the dot. */
export const actionFamilies = [...new Set(auditActions.map(familyOf))];

/** Returns the actions of a family, or the action itself. */
export const actionsOf = (familyOrAction: string): AuditAction[] =>
  auditActions.filter(
    (action) => action === familyOrAction || action.startsWith(`${familyOrAction}.`),
  );

const familyTargets: Readonly<Record<string, TargetKind>> = {
  tenancy: "tenancy",
  "api-key": "api-key",
  webhook: "webhook",
  user: "user",
  passkey: "passkey",
  challenge: "challenge",
  mail: "challenge",
  vault: "tenancy",
  metadata: "metadata",
  backup: "backup",
  principal: "user",
  operator: "operator",
};

/** What events of an action are about. */
export function targetKindOf(action: AuditAction): TargetKind {
  const kind = findAction(action)?.target ?? familyTargets[familyOf(action)];
  if (kind === undefined) throw new Error(`${action} has no kind of target`);
  return kind;
}
