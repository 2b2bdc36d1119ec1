import { whyNoCode } from "@/app/console/(operator)/[tenancyId]/users/[sub]/sign-in-words";
import { otherWaysOf } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";

/** How a user can sign in once a passkey is deleted or disabled. */
export interface RemainingWays {
  /** Whether no other passkey works. */
  isLast: boolean;
  words: string;
}

type Enabled = "working" | "refused" | "quarantined";

const partOf = (part: number, all: number) =>
  all === 1 ? "It is" : part === all ? "All are" : `${part} of them ${part === 1 ? "is" : "are"}`;

function countWords({ working, refused, quarantined }: Record<Enabled, number>): string {
  const all = working + refused + quarantined;
  if (all === 0) return "The user has no other enabled passkey.";
  const count = `The user keeps ${all === 1 ? "1 other enabled passkey" : `${all} other enabled passkeys`}.`;
  const parts = [
    { part: refused, words: "refused by the passkey policy" },
    { part: quarantined, words: "in quarantine" },
  ].filter(({ part }) => part > 0);
  return [count, ...parts.map(({ part, words }) => `${partOf(part, all)} ${words}.`)].join(" ");
}

function whyNone(summary: SignInSummary): string {
  if (summary.code === "no-email") return "they have no email";
  if (summary.code === "not-owned") return "their email isn’t verified";
  return whyNoCode(summary) ?? "emailed codes don’t sign them in";
}

function withoutPasskey(summary: SignInSummary, passkeyId: string): string {
  const other = otherWaysOf(summary, passkeyId);
  if (other === undefined) return "";
  if (other.ways !== null) return `can sign in only with ${other.ways}.`;
  return other.createsPasskey
    ? "can’t sign in until they create a new passkey with an emailed code."
    : `can’t sign in at all: ${whyNone(summary)}.`;
}

/** Why a passkey doesn't sign the user in anyway; null if it does. */
function whyNotNow({ passkeys: all }: SignInSummary, passkeyId: string): string | null {
  const isIn = (state: "disabled" | "refused" | "quarantined") =>
    all[state].some(({ passkey }) => passkey.id === passkeyId);
  if (isIn("disabled")) return "is disabled";
  if (isIn("refused")) return "is refused by the passkey policy";
  return isIn("quarantined") ? "is in quarantine" : null;
}

/** Says what remains to a user without one of their passkeys. */
export function remainingWaysOf(summary: SignInSummary, passkeyId: string): RemainingWays {
  const isOther = ({ passkey }: { passkey: { id: string } }) => passkey.id !== passkeyId;
  const others = (state: Enabled) => summary.passkeys[state].filter(isOther).length;
  const working = others("working");
  const quarantined = others("quarantined");
  const count = countWords({ working, quarantined, refused: others("refused") });
  if (working > 0) return { isLast: false, words: count };
  const ways = withoutPasskey(summary, passkeyId);
  const why = whyNotNow(summary, passkeyId);
  if (why !== null)
    return {
      isLast: false,
      words: [
        `This passkey ${why} and doesn’t sign the user in now.`,
        count,
        ways && `For now, they ${ways}`,
      ]
        .filter(Boolean)
        .join(" "),
    };
  const start = quarantined === 0 ? "After this, they" : "Until the quarantine ends, they";
  return { isLast: true, words: ways === "" ? count : `${count} ${start} ${ways}` };
}
