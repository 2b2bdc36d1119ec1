import { ruleOf } from "@/app/console/(operator)/[tenancyId]/settings/passkey-policy/rule-words";
import { type JudgedRecord, refusalOf } from "@/lib/domain/passkey/policy/judge-records";

/** Names the rule of the policy that refuses a passkey, and what it misses; null if none does. */
export function refusalWords(
  record: Pick<JudgedRecord, "judgment" | "backupEligible">,
): string | null {
  const reason = refusalOf(record);
  // The rule about storage refuses the kind that it doesn't name.
  return reason === null ? null : ruleOf(reason, record.backupEligible ? "device-bound" : "synced");
}
