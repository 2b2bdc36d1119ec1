/**
 * Every audit action and what the actor did, as a predicate that follows their name: "Ada" +
 * "disabled a passkey".
 */
export const actionWords = {
  "tenancy.created": "created the tenancy",
  "tenancy.suspended": "suspended the tenancy",
  "tenancy.resumed": "resumed the tenancy",
  "tenancy.related-origins-confirmed": "confirmed a host for related origins",
  "tenancy.related-origins-taken-back": "withdrew a host’s related origins",
  "tenancy.sender-domain-confirmed": "confirmed the sender domain",
  "tenancy.sender-domain-withdrawn": "withdrew the sender domain",
  "tenancy.branding-changed": "changed the branding",
  "tenancy.settings-changed": "changed settings",
  "tenancy.passkey-policy-saved": "saved the passkey policy",
  "tenancy.hosted-pages-changed": "switched the hosted pages on or off",
  "tenancy.redirect-uris-changed": "changed the redirect URIs of the hosted pages",
  "tenancy.client-id-rotated": "rotated the client id",
  "tenancy.deleted": "deleted a tenancy",
  "api-key.created": "created an API key",
  "api-key.renamed": "renamed an API key",
  "api-key.locked": "locked an API key",
  "api-key.unlocked": "unlocked an API key",
  "api-key.revoked": "revoked an API key",
  "api-key.rotated": "rotated an API key",
  "webhook.created": "created a webhook",
  "webhook.changed": "changed a webhook",
  "webhook.enabled": "enabled a webhook",
  "webhook.disabled": "disabled a webhook",
  "webhook.secret-rotated": "rotated a webhook’s secret",
  "webhook.tested": "sent a test event to a webhook",
  "webhook.event-repeated": "sent an event to a webhook again",
  "webhook.deleted": "deleted a webhook",
  "user.created": "created a user",
  "user.updated": "updated a user",
  "user.email-held": "linked an email to a user",
  "user.email-claim-lost": "removed an unverified email from a user",
  "user.deleted": "deleted a user",
  "user.email-changed": "changed a user’s email",
  "user.email-change-undone": "undid a change of a user’s email",
  "user.deletion-requested": "requested the deletion of an account",
  "user.deletion-cancelled": "cancelled the deletion of an account",
  "user.exported": "exported a user’s data",
  "user.list-exported": "exported users",
  "user.erased": "erased a user",
  "user.authenticated-by-email": "signed in with an emailed code",
  "user.account-opened": "signed in to their account page",
  "user.account-closed": "signed out of their account page",
  "user.enabled": "enabled a user",
  "user.disabled": "disabled a user",
  "passkey.registered": "registered a passkey",
  "passkey.authenticated": "signed in with a passkey",
  "passkey.sign-count-regressed": "used a passkey whose signature counter decreased",
  "passkey.backup-state-changed": "used a passkey whose backup state changed",
  "passkey.moved": "moved a passkey to another user",
  "passkey.renamed": "renamed a passkey",
  "passkey.labeled": "named a passkey on their account page",
  "passkey.deleted": "deleted a passkey",
  "passkey.exported": "exported passkeys",
  "passkey.imported": "imported a passkey",
  "passkey.enabled": "enabled a passkey",
  "passkey.disabled": "disabled a passkey",
  "passkey.reported": "reported a passkey as not theirs",
  "passkey.report-recorded": "reported a passkey that a report can’t disable",
  "passkey.quarantine-ended": "ended a passkey’s quarantine",
  "challenge.created": "requested a code",
  "challenge.rate-limit-skipped": "requested a code and skipped the limits",
  "challenge.ceiling-reached": "reached the hourly limit on codes",
  "challenge.visitor-ceiling-reached": "reached the hourly limit on codes requested by visitors",
  "challenge.superseded": "replaced a code with a newer one",
  "challenge.code-replaced": "sent a new emailed code",
  "challenge.verified": "entered the right code",
  "challenge.guess-budget-spent": "entered too many wrong codes for a mailbox",
  "challenge.deleted": "deleted an emailed code",
  "mail.retried": "resent an email",
  "mail.unblocked": "resumed emails to a bounced mailbox",
  "mail.test-sent": "sent a test email to themselves",
  "vault.exported": "exported the vault",
  "metadata.imported": "imported FIDO Metadata",
  "backup.restored": "restored the database from a backup",
  "principal.verifier-refused": "presented a code without its verifier",
  "operator.owner-made": "became the first owner",
  "operator.recovered": "recovered an owner’s account",
  "operator.signed-in": "signed in to the console",
  "operator.signed-in-by-code": "signed in to the console with a code",
  "operator.signed-out": "signed out of the console",
  "operator.stepped-up": "confirmed with their passkey",
  "operator.session-revoked": "ended another of their sessions",
  "operator.passkey-added": "added a passkey to their account",
  "operator.passkey-removed": "removed a passkey from their account",
  "operator.passkey-approved": "approved an operator’s passkey",
  "operator.invited": "invited a member",
  "operator.invitation-revoked": "revoked an invitation",
  "operator.joined": "accepted an invitation",
  "operator.role-changed": "changed a member’s role",
  "operator.removed": "removed a member",
};

/** Returns the words of an action; an action of a newer version is returned as it is. */
export const wordsOf = (action: string): string =>
  (actionWords as Record<string, string | undefined>)[action] ?? action;

const titleOf = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Returns the words of an action as a title, such as "Disabled a passkey". */
export const titleOfAction = (action: string): string => titleOf(wordsOf(action));

/** The actions that switch something, and their words before "on" or "off", which is the detail. */
const switches: Readonly<Record<string, string>> = {
  "tenancy.hosted-pages-changed": "switched the hosted pages",
};

/** Whether the detail only says which way an action switched something. */
export const isSwitch = ({ action, detail }: { action: string; detail: string | null }): boolean =>
  action in switches && (detail === "on" || detail === "off");

/** Returns the words of an event as a title, such as "Switched the hosted pages off". */
export const titleOfEvent = (event: { action: string; detail: string | null }): string =>
  titleOf(isSwitch(event) ? `${switches[event.action]} ${event.detail}` : wordsOf(event.action));

/** The parts of the actions before the dot. */
export const actionFamilies = [
  ...new Set(Object.keys(actionWords).map((action) => action.split(".")[0] ?? "")),
];

/** Returns the actions of a family, or the action itself. */
export const actionsOf = (familyOrAction: string): string[] =>
  Object.keys(actionWords).filter(
    (action) => action === familyOrAction || action.startsWith(`${familyOrAction}.`),
  );
