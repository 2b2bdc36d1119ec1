import { openService } from "@/bench/targets/installation";
import type { System } from "@/drill/system";
import { type AuditVerification, verifyAudit } from "@/lib/domain/record/audit/verify-audit";
import { type Check, check } from "./check";

/**
 * Verifies the audit log, as `keystead audit verify` does.
 * @param head the head of an earlier verification, which must still be part of the chain
 */
export async function verifyAuditChain(
  { installation }: Pick<System, "installation">,
  head: string | null,
): Promise<AuditVerification> {
  const { service, close } = openService(installation);
  try {
    return await verifyAudit(service, { head: head ?? undefined });
  } finally {
    await close();
  }
}

export const checkAuditChain = ({ broken, events, unsealed }: AuditVerification): Check[] => [
  {
    name: "the audit chain is intact",
    checked: events,
    problems: broken === null ? [] : [`seal ${broken.seal} ${broken.problem}`],
  },
  check("every audit event is sealed", [unsealed], (count) =>
    count === 0 ? undefined : `${count} are not`,
  ),
];
