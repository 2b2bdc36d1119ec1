import { ServiceError } from "@/lib/errors";

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

/**
 * What a user does on the account page:
 * - `view`: sees their own data in full
 * - `add`: adds a passkey
 * - `change`: everything else
 */
export type AccountAct = "view" | "add" | "change";

/** How a session is signed in. Times in ms. */
export interface AccountStanding {
  /** The passkey that the session used last; null after a sign-in with an emailed code. */
  passkey: { addedAt: number; quarantinedUntil: number; isOldest: boolean } | null;
  /** The user's passkeys that keep an emailed code from changing the account: see guardsAccount. */
  guardingPasskeys: number;
  /** When the session last used its passkey; 0 if never. */
  steppedUpAt: number;
}

/**
 * - `confirm`: the user must use a passkey now
 * - `needs-passkey`: only a sign-in with a passkey may do it
 * - `too-young`: only a passkey that is older than a day, or the oldest
 * - `quarantine`: not with this passkey yet
 */
export type AccountVerdict = "allowed" | "confirm" | "needs-passkey" | "too-young" | "quarantine";

/**
 * Decides what a session may do (contract §10). An emailed code adds the first passkey and nothing
 * else: a thief of the mailbox must neither see nor change an account that has a passkey. A passkey
 * that was added within a day can't change an account that has an older one, so a thief who adds a
 * passkey can't lock out the owner.
 */
export function decideAccountAccess(
  { passkey, guardingPasskeys, steppedUpAt }: AccountStanding,
  act: AccountAct,
  now: number,
): AccountVerdict {
  if (passkey === null)
    return guardingPasskeys === 0 && act !== "change" ? "allowed" : "needs-passkey";
  if (passkey.quarantinedUntil > now) return "quarantine";
  const isYoung = passkey.addedAt > now - accountLifetimes.trustedFromMs;
  if (isYoung && !passkey.isOldest) return "too-young";
  if (act === "view") return "allowed";
  return steppedUpAt > now - accountLifetimes.confirmedMs ? "allowed" : "confirm";
}

const explanations: Record<Exclude<AccountVerdict, "allowed">, string> = {
  confirm: "Confirm with your passkey.",
  "needs-passkey": "Sign in with a passkey to do this.",
  "too-young": "This passkey is younger than a day. Use an older one.",
  quarantine: "This passkey is new and can’t do this yet.",
};

/** A refused act. Not secret: the page says the same. */
export class AccountRefusal extends ServiceError<"@error/Forbidden"> {
  constructor(
    readonly verdict: Exclude<AccountVerdict, "allowed">,
    sub: string,
  ) {
    super("@error/Forbidden", undefined, explanations[verdict]);
    this.about({ sub });
  }
}
