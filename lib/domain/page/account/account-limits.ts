const minute = 60_000;
const hour = 60 * minute;

/** Lifetimes of the account page, in milliseconds (contract §10). */
export const accountLifetimes = {
  idleMs: 15 * minute,
  sessionMs: 12 * hour,
  /** How often a session's last use is written. */
  seenEveryMs: minute,
  /** How long a used passkey confirms changes. */
  confirmedMs: 5 * minute,
  /** How old a passkey must be to change the account of a user who has an older one. */
  trustedFromMs: 24 * hour,
  /** How long an entered code proves that the user wants another passkey. */
  mailboxProofMs: 10 * minute,
} as const;

export const labelCharacters = 60;
