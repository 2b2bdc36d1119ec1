import { ruleOf } from "@/app/console/(operator)/[tenancyId]/settings/passkey-policy/rule-words";
import { type JudgedRecord, refusalOf } from "@/lib/domain/passkey-policy/judge-records";

/** Names the rule of the policy that refuses a passkey, and what it misses; null if none does. */
export function refusalWords(record: JudgedRecord): string | null {
  const reason = refusalOf(record);
  if (reason === null) return null;
  if (reason !== "policy-storage") return ruleOf(reason);
  return `Storage: ${record.backupEligible ? "synced" : "device-bound"} passkeys aren’t accepted`;
}
