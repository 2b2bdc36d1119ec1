import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import type { SignInSummary } from "./summarize-sign-in";

/** How a user can sign in without a passkey that failed, and where they add a new one. */
export interface OtherWays {
  /** Words after "sign in with"; null if the user has no other way. */
  ways: string | null;
  /** The part of `ways` about passkeys. Only a passkey opens the account page for changes. */
  passkey: string | null;
  /** Whether the passkey that failed can sync; null if it is unknown. */
  failedCanSync: boolean | null;
  /** Where an emailed code signs the user in, or may; null if it doesn't. */
  codePlace: "sign-in-page" | "application" | null;
  /** Whether an emailed code lets the user create a passkey, but doesn't sign them in. */
  createsPasskey: boolean;
  /** Whether users add and delete passkeys on an account page of Keystead. */
  hasAccountPage: boolean;
}

/** What is known of a user who needs advice: how they can sign in, or only their tenancy. */
export type Advised = OtherWays | Pick<OtherWays, "hasAccountPage">;

const codeWays: Partial<
  Record<SignInSummary["code"], { words: string; place: NonNullable<OtherWays["codePlace"]> }>
> = {
  works: { words: "an emailed code", place: "sign-in-page" },
  application: {
    words: "an emailed code, if your application accepts one",
    place: "application",
  },
};

const allOf = ({ passkeys: all }: SignInSummary): JudgedRecord[] =>
  [all.working, all.refused, all.quarantined, all.disabled].flat();

function passkeyWords(summary: SignInSummary, failedId: string | null): string | null {
  const others = summary.passkeys.working.filter(({ passkey }) => passkey.id !== failedId);
  const [first] = others;
  if (first === undefined) return null;
  const isOwn = allOf(summary).some(({ passkey }) => passkey.id === failedId);
  if (others.length > 1) return isOwn ? "another of their passkeys" : "one of their passkeys";
  const product = first.passkey.platform === undefined ? "" : ` (${first.passkey.platform.name})`;
  return `their ${isOwn ? "other passkey" : "passkey"}${product}`;
}

/**
 * Judges how a user can sign in without a passkey that failed. Every page that advises about a failure
 * of a known user shows this judgment.
 * @param failedId of the passkey; null if it is unknown
 * @returns undefined if the user or the tenancy is blocked
 */
export function otherWaysOf(
  summary: SignInSummary,
  failedId: string | null,
): OtherWays | undefined {
  if (summary.block !== null) return undefined;
  const code = codeWays[summary.code];
  const passkey = passkeyWords(summary, failedId);
  const ways = [passkey, code?.words].filter((words) => typeof words === "string");
  return {
    ways: ways.length === 0 ? null : ways.join(", or with "),
    passkey,
    failedCanSync:
      allOf(summary).find(({ passkey: { id } }) => id === failedId)?.backupEligible ?? null,
    codePlace: code?.place ?? null,
    createsPasskey: summary.code === "recovery",
    hasAccountPage: summary.hasAccountPage,
  };
}
