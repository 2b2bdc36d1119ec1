import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";

type Totals = Pick<PasskeyPolicySimulation, "users" | "affectedUsers" | "refusedUsers">;

const number = new Intl.NumberFormat("en");
const usersOf = (count: number) => `${number.format(count)} ${count === 1 ? "user" : "users"}`;

/** Buckets of a simulation, which don't overlap. */
export const useWords: Record<PasskeyPolicySimulation["lastUses"][number]["lastUse"], string> = {
  "7-days": "Used in the last 7 days",
  "30-days": "Used 7 to 30 days ago",
  "90-days": "Used 30 to 90 days ago",
  earlier: "Used over 90 days ago",
  never: "Never used",
};

/** When tested rules apply to sign-ins: already, from the next save, or not with this mode. */
export type Effect = "now" | "once-saved" | "once-enforced";

export function effectOf(
  { mode, enforceOnSignIn }: Pick<PasskeyPolicyRules, "mode" | "enforceOnSignIn">,
  isSaved: boolean,
): Effect {
  if (mode !== "enforce" || !enforceOnSignIn) return "once-enforced";
  return isSaved ? "now" : "once-saved";
}

const refusedWords: Record<Effect, string> = {
  now: "will be refused at their next sign-in",
  "once-saved": "would be refused at their next sign-in once you save",
  "once-enforced": "would be refused once the policy is enforced at sign-ins",
};

/** Says how many users the rules refuse, and when. */
export const resultOf = ({ affectedUsers, refusedUsers, users }: Totals, effect: Effect): string =>
  affectedUsers === 0
    ? `None of ${usersOf(users)} would be refused.`
    : `${number.format(refusedUsers)} of ${usersOf(users)} ${refusedWords[effect]}.`;

/** Says what happens to users who lose a passkey and keep another one. */
export function othersOf({ refusedUsers, affectedUsers }: Totals): string {
  const others = affectedUsers - refusedUsers;
  if (others === 0) return "";
  const verb =
    others === 1 ? "more would lose a passkey, but can" : "more would lose passkeys, but can";
  return `${number.format(others)} ${verb} use another one.`;
}

/** What an operator confirms before such rules are saved. */
export const refusalOf = ({ refusedUsers, users }: Totals): string =>
  `${number.format(refusedUsers)} of ${usersOf(users)} with a passkey will be refused at their next sign-in.`;
