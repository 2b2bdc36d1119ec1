import type { CertificationLevel, StatusReport } from "./metadata-source";

/** The level that each status grants. Null: certification was not reached, or lost. */
const levels: Readonly<Record<string, CertificationLevel | null>> = {
  NOT_FIDO_CERTIFIED: null,
  // The name of level 1 before levels existed.
  FIDO_CERTIFIED: "L1",
  FIDO_CERTIFIED_L1: "L1",
  FIDO_CERTIFIED_L1plus: "L1plus",
  FIDO_CERTIFIED_L2: "L2",
  FIDO_CERTIFIED_L2plus: "L2plus",
  FIDO_CERTIFIED_L3: "L3",
  FIDO_CERTIFIED_L3plus: "L3plus",
};

/** Finds the level of the latest certification report. Of the same date, the last one counts. */
export function certificationOf(statuses: readonly StatusReport[]): CertificationLevel | null {
  let latest: { level: CertificationLevel | null; at: number } = { level: null, at: -Infinity };
  for (const { status, effectiveDate } of statuses) {
    const level = Object.hasOwn(levels, status) ? levels[status] : undefined;
    const at = effectiveDate?.getTime() ?? -Infinity;
    if (level !== undefined && at >= latest.at) latest = { level, at };
  }
  return latest.level;
}
