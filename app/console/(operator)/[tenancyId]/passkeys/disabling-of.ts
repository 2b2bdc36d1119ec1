import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import type { Disabling } from "./enable-passkey-dialog";
import { refusalWords } from "./refusal-words";

/** Returns what the dialog that enables a passkey repeats; undefined if none is needed. */
export function disablingOf(
  record: Pick<JudgedRecord, "disabledAt" | "disabledReason" | "judgment" | "backupEligible">,
): Disabling | undefined {
  const { disabledAt: at, disabledReason: reason = "" } = record;
  return at === undefined || reason === ""
    ? undefined
    : { at, reason, refusal: refusalWords(record) };
}
