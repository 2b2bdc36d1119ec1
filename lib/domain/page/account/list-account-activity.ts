import type { TenancyContext } from "@/lib/domain/base/context";
import { browserAndSystem } from "@/lib/domain/base/describe-browser";
import { listTimeline } from "@/lib/domain/history/timeline-search/list-timeline";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { VerificationReason } from "@/lib/errors";
import { accessOf, type AccountSession, ownsEmail } from "./account-session";
import type { AccountPasskey } from "./list-account-passkeys";

/** Why a sign-in failed, as the account page says it. */
type ActivityReason =
  | "disabled"
  | "quarantine"
  | "account-disabled"
  | "email-not-verified"
  | "full"
  | "unknown-passkey"
  | "other-account"
  | "no-screen-lock"
  | "not-accepted"
  | "other-site"
  | "too-late"
  | "too-many"
  | "not-verified";

const reasons: Record<string, ActivityReason> = {
  PasskeyDisabled: "disabled",
  "PasskeyDisabled.quarantine": "quarantine",
  "PasskeyDisabled.user-disabled": "account-disabled",
  "Forbidden.user-disabled": "account-disabled",
  "Forbidden.email-not-verified": "email-not-verified",
  "Forbidden.no-account": "email-not-verified",
  "Forbidden.passkeys-full": "full",
  PasskeyNotFound: "unknown-passkey",
  InvalidCode: "too-late",
  InvalidToken: "too-late",
  RateLimited: "too-many",
};

const verification: Partial<Record<VerificationReason, ActivityReason>> = {
  "credential-not-allowed": "other-account",
  "user-handle": "other-account",
  "user-verification": "no-screen-lock",
  "policy-user-verification": "no-screen-lock",
  origin: "other-site",
  "cross-origin": "other-site",
  "rp-id": "other-site",
  "policy-top-origin": "other-site",
};

function reasonOfVerification(reason: string): ActivityReason {
  const known = verification[reason as VerificationReason];
  return known ?? (reason.startsWith("policy-") ? "not-accepted" : "not-verified");
}

const verificationFailed = "VerificationFailed.";

/**
 * Returns why a sign-in failed, from a closed list; null if the user can't do anything with it. Never
 * what operators wrote.
 */
function activityReasonOf({
  kind,
  reason,
  origin,
}: Pick<TimelineEntry, "kind" | "reason" | "origin">): ActivityReason | null {
  if (kind !== "sign-in.refused" || reason === null) return null;
  if (reason.startsWith(verificationFailed))
    return reasonOfVerification(reason.slice(verificationFailed.length));
  if (reason === "Forbidden" && origin !== null) return "other-site";
  return reasons[reason] ?? null;
}

/** What happens to the user without a change, and what others change. */
const activities = [
  "registration.succeeded",
  "sign-in.succeeded",
  "sign-in.by-code",
  "sign-in.refused",
  "passkey.disabled",
  "passkey.enabled",
  "passkey.deleted",
  "user.updated",
  "user.email-changed",
  "user.email-verified",
  "user.deletion-cancelled",
] as const;
/** What the user changes. */
const ownActivities = [
  "passkey.labeled",
  "passkey.deleted",
  "passkey.reported",
  "passkey.report-recorded",
  "user.updated",
  "user.email-changed",
  "user.email-verified",
  /** An event of a release that didn't record which of the two. */
  "user.email-changed-or-verified",
  "user.email-change-undone",
  "user.exported",
  "user.deletion-requested",
  "user.deletion-cancelled",
] as const;

/** The fields of a user that an update may change. */
const userFields = [
  "givenName",
  "familyName",
  "locale",
  "email",
  "emailVerified",
  "userId",
] as const;
type UserField = (typeof userFields)[number];

type Kind =
  | { by: "others"; kind: (typeof activities)[number] }
  | { by: "user"; kind: (typeof ownActivities)[number] };

/** Something that happened to the user. `at` in ms. */
export type AccountActivity = Kind & {
  at: number;
  /** The passkey, if it is the user's. */
  passkey: AccountPasskey | null;
  /** The product that stores the passkey; null if it is unknown. */
  provider: string | null;
  /** What an update changed; empty for everything else. */
  changed: UserField[];
  /** Why a sign-in failed; null for everything else, and if it is unknown. */
  reason: ActivityReason | null;
  /** "Chrome, macOS"; null if unknown or masked. */
  browser: string | null;
  /**
   * Whether the session may report the passkey as not the user's. `not-yet`: it is the last way to sign
   * in, so the user adds another one first.
   */
  report: "may" | "not-yet" | "no";
};

const shown = 12;
// Changes of other kinds are read, too.
const read = 60;
// Anyone can cause refusals, and with a planted passkey any number.
const shownRefusals = 4;
const successes = ["registration.succeeded", "sign-in.succeeded", "sign-in.by-code"] as const;
// An open session can repeat these any number of times, and none adds or removes a passkey.
const repeatable: readonly Kind["kind"][] = ["passkey.labeled", "user.updated", "user.exported"];
const shownRepeatable = 4;

/** Tells a changed email from one that was only verified, which have one action. */
function nameOf({ kind, detail, actor }: TimelineEntry): string {
  if (kind !== "user.email-changed") return kind;
  if (detail === "verified") return "user.email-verified";
  const isUnknown = detail === null && actor?.kind === "browser";
  return isUnknown ? "user.email-changed-or-verified" : kind;
}

/** Undefined for what doesn't concern the user. */
function kindOf(entry: TimelineEntry): Kind | undefined {
  const name = nameOf(entry);
  if (entry.actor?.kind === "browser") {
    const own = ownActivities.find((each) => each === name);
    return own && { by: "user", kind: own };
  }
  const known = activities.find((each) => each === name);
  return known && { by: "others", kind: known };
}

/** Undefined for everything but an update. */
function changedBy({ kind, detail }: TimelineEntry): UserField[] | undefined {
  if (kind !== "user.updated") return undefined;
  const names = detail?.split(", ") ?? [];
  return userFields.filter((field) => names.includes(field));
}

/** Drops the change of email that an undo wrote: the page shows the undo. */
function withoutUndoing(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const undone = entries
    .filter(({ kind }) => kind === "user.email-change-undone")
    .map(({ requestId }) => requestId);
  return entries.filter(
    ({ kind, requestId }) => kind !== "user.email-changed" || !undone.includes(requestId),
  );
}

/** `reportAccountPasskey` decides again. */
function reportOf(
  session: AccountSession,
  { report, isLast }: AccountPasskey,
): AccountActivity["report"] {
  if (report !== "disables") return report === "no" ? "no" : "may";
  return isLast && !ownsEmail(session) ? "not-yet" : "may";
}

/** Keeps the newest of the user's own changes that anyone with the session can repeat. */
function withFewRepeated(all: readonly AccountActivity[]): AccountActivity[] {
  const left = new Set(
    all.filter(({ by, kind }) => by === "user" && repeatable.includes(kind)).slice(shownRepeatable),
  );
  return all.filter((activity) => !left.has(activity));
}

/** Lists what happened to the user lately, newest first. A limited session sees no browsers. */
export async function listAccountActivity(
  ctx: TenancyContext,
  session: AccountSession,
  passkeys: readonly AccountPasskey[],
): Promise<AccountActivity[]> {
  const person = {
    sub: session.sub,
    // What happens to a mailbox is its owner's concern: anyone can claim an email.
    mailbox: ownsEmail(session) ? session.emailNormalized : null,
    passkeyIds: passkeys.map(({ id }) => id),
  };
  // Apart from each other, so that neither refusals and codes, which strangers request, nor changes
  // hide a success.
  const lists = await Promise.all([
    listTimeline(ctx, person, { filter: "sign-ins", kinds: successes }, read),
    listTimeline(ctx, person, { filter: "changes" }, read),
    listTimeline(ctx, person, { filter: "sign-ins", kinds: ["sign-in.refused"] }, shownRefusals),
  ]);
  const entries = withoutUndoing(lists.flatMap((list) => list.entries)).sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );
  const isFull = accessOf(ctx, session, "view") === "allowed";
  const toActivity = (entry: TimelineEntry): AccountActivity[] => {
    const known = kindOf(entry);
    const changed = changedBy(entry);
    // An update may store what was there before.
    if (known === undefined || changed?.length === 0) return [];
    const { kind, at, passkey, userAgent } = entry;
    const own = passkeys.find(({ id }) => id === passkey?.id) ?? null;
    const isUse = kind === "registration.succeeded" || kind === "sign-in.succeeded";
    return [
      {
        ...known,
        at,
        passkey: own,
        provider: passkey?.isOthers === false ? passkey.provider : null,
        changed: changed ?? [],
        reason: activityReasonOf(entry),
        browser: isFull && userAgent !== null ? browserAndSystem(userAgent) : null,
        report: isUse && own !== null ? reportOf(session, own) : "no",
      },
    ];
  };
  return withFewRepeated(entries.flatMap(toActivity)).slice(0, shown);
}
