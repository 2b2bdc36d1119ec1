/**
 * Every audit action and what the actor did, as a predicate that follows their name: "Ada" +
 * "disabled a passkey".
 */
export const actionWords = {
  "tenancy.created": "created the tenancy",
  "tenancy.suspended": "suspended the tenancy",
  "tenancy.resumed": "resumed the tenancy",
  "tenancy.related-origins-confirmed": "confirmed a host for related origins",
  "tenancy.related-origins-taken-back": "took a host’s related origins back",
  "tenancy.sender-domain-confirmed": "confirmed the sender domain",
  "tenancy.sender-domain-withdrawn": "withdrew the sender domain",
  "tenancy.branding-changed": "changed the branding",
  "tenancy.settings-changed": "changed settings",
  "tenancy.hosted-pages-changed": "switched the hosted pages",
  "tenancy.redirect-uris-changed": "changed where the hosted pages lead back to",
  "tenancy.client-id-rotated": "made a new client id",
  "tenancy.deleted": "deleted a tenancy",
  "api-key.created": "created an API key",
  "api-key.locked": "locked an API key",
  "api-key.unlocked": "unlocked an API key",
  "api-key.revoked": "revoked an API key",
  "api-key.rotated": "replaced an API key by a new one",
  "user.created": "created a user",
  "user.updated": "changed a user",
  "user.email-held": "made an email belong to a user",
  "user.email-claim-lost": "took an unproved email from a user",
  "user.deleted": "deleted a user",
  "user.email-changed": "changed a user’s email",
  "user.exported": "exported what is kept of a user",
  "user.erased": "erased a user",
  "user.authenticated-by-email": "signed in by a mailed code",
  "user.enabled": "enabled a user",
  "user.disabled": "disabled a user",
  "passkey.registered": "registered a passkey",
  "passkey.authenticated": "signed in with a passkey",
  "passkey.sign-count-regressed": "used a passkey whose counter went back",
  "passkey.backup-state-changed": "used a passkey whose backup changed",
  "passkey.moved": "moved a passkey to another user",
  "passkey.renamed": "renamed a passkey",
  "passkey.deleted": "deleted a passkey",
  "passkey.exported": "exported passkeys",
  "passkey.imported": "imported a passkey",
  "passkey.enabled": "enabled a passkey",
  "passkey.disabled": "disabled a passkey",
  "challenge.created": "asked for a code",
  "challenge.rate-limit-skipped": "asked for a code past the limits",
  "challenge.ceiling-reached": "reached the hour’s ceiling of codes",
  "challenge.visitor-ceiling-reached": "reached the hour’s limit on codes requested by visitors",
  "challenge.superseded": "replaced a code by a newer one",
  "challenge.verified": "entered the right code",
  "challenge.guess-budget-spent": "entered too many wrong codes for a mailbox",
  "challenge.deleted": "deleted a challenge",
  "mail.retried": "had a mail sent again",
  "mail.test-sent": "sent a test mail to themselves",
  "vault.exported": "exported the vault",
  "principal.verifier-refused": "presented a code without its verifier",
  "operator.owner-made": "became the first owner",
  "operator.recovered": "recovered an owner’s account",
  "operator.signed-in": "signed in to the console",
  "operator.signed-in-by-code": "signed in to the console by code",
  "operator.signed-out": "signed out of the console",
  "operator.stepped-up": "used their passkey once more",
  "operator.session-revoked": "ended another session of theirs",
  "operator.passkey-added": "added a passkey to their account",
  "operator.passkey-removed": "removed a passkey from their account",
  "operator.passkey-approved": "approved an operator’s passkey",
  "operator.invited": "invited somebody",
  "operator.invitation-revoked": "took an invitation back",
  "operator.joined": "joined by an invitation",
  "operator.role-changed": "changed somebody’s role",
  "operator.removed": "removed somebody",
};

/** Returns the words of an action; an action of a newer version is returned as it is. */
export const wordsOf = (action: string): string =>
  (actionWords as Record<string, string | undefined>)[action] ?? action;

/** The parts of the actions before the dot. */
export const actionFamilies = [
  ...new Set(Object.keys(actionWords).map((action) => action.split(".")[0] ?? "")),
];

export const actionsOf = (family: string): string[] =>
  Object.keys(actionWords).filter((action) => action.startsWith(`${family}.`));
