import type { TimelineKind } from "@/lib/domain/base/timeline-event";
import type { KindFilter } from "@/lib/domain/history/timeline-search/find-timeline";
import { wordsOf } from "@/lib/domain/record/audit/action-words";
import { profileChangeWords } from "@/lib/domain/record/audit/audit-details";
import { detailWords } from "@/lib/domain/record/audit/detail-words";

/** What happened, as a heading of an event. */
const kindWords: Record<TimelineKind, string> = {
  "registration.succeeded": "Registered a passkey",
  "registration.refused": "Passkey registration failed",
  "registration.monitored": "Policy would refuse this passkey",
  "sign-in.succeeded": "Signed in with a passkey",
  "sign-in.by-code": "Signed in with an emailed code",
  "sign-in.refused": "Sign-in failed",
  "sign-in.monitored": "Policy would refuse this sign-in",
  "sign-in.reported": "Sign-in prompt ended",
  "registration.reported": "Registration prompt ended",
  "code.requested": "Code requested",
  "code.refused": "Code request or entry failed",
  "code.accepted": "Email accepted by the provider",
  "code.failed": "Email not delivered",
  "code.verified": "Code verified",
  "request.refused": "Request failed",
};

/** The choices of the filter by kind. */
export const filterWords: Record<KindFilter, string> = {
  ...kindWords,
  refused: "Everything that failed",
  "sign-in": "Sign-ins",
  monitored: "Everything that the policy would refuse",
};

const isKind = (kind: string): kind is TimelineKind => kind in kindWords;

/** Reasons that only one of the two requests about a code can have. */
const refusedEntries: ReadonlySet<string> = new Set([
  "InvalidChallenge",
  "InvalidChallengeCode",
  "ChallengeExpired",
  "ChallengeAttemptsExceeded",
]);
const refusedRequests: ReadonlySet<string> = new Set(["ChallengeRateLimited", "InvalidEmail"]);

/** Words of a kind of event or of an audit action, which follow the actor's name. */
export function entryWords(kind: string, reason: string | null = null): string {
  if (!isKind(kind)) return wordsOf(kind);
  if (kind !== "code.refused" || reason === null) return kindWords[kind];
  if (refusedEntries.has(reason)) return "Code entry failed";
  return refusedRequests.has(reason) ? "Code request failed" : kindWords[kind];
}

type Subject = "user" | "passkey" | "API key" | "webhook";

/** The same on the page of what it concerns: "disabled this user". */
export const ownWords = (kind: string, subject: Subject): string =>
  entryWords(kind).replace(new RegExp(`\\ban? ${subject}\\b`), `this ${subject}`);

interface OwnChange {
  kind: string;
  detail: string | null;
  actor: { kind: string };
}

/**
 * What an actor changed about the user of the page, after the actor's name: "disabled this user". Users
 * change what is theirs: "changed their language".
 * @returns also the rest of the detail, if the words don't say it
 */
export function changeWords({ kind, detail, actor }: OwnChange) {
  const isUser = actor.kind === "browser";
  const whose = isUser ? "their" : "this user’s";
  if (kind === "user.updated" && detail !== null)
    return { words: profileChangeWords(detail, whose), rest: null };
  if (kind === "user.email-changed" && detail !== null)
    return { words: `${detail} ${whose} email`, rest: null };
  const words = isUser
    ? entryWords(kind)
        .replace(/\ba user’s\b/, "their")
        .replace(/\ban account\b/, "their account")
    : ownWords(kind, "user");
  return { words, rest: detailWords({ action: kind, detail }) };
}

export type EntryTone = "good" | "bad" | "neutral";

export function toneOf(kind: string): EntryTone {
  if (kind.endsWith(".refused") || kind === "code.failed") return "bad";
  if (kind.endsWith(".monitored") || kind.endsWith(".reported")) return "neutral";
  return kind.startsWith("sign-in.") || kind.endsWith(".verified") || kind.endsWith(".succeeded")
    ? "good"
    : "neutral";
}
