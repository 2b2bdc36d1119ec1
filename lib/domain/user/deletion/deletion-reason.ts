/**
 * Why a user deletes their account: a closed list, because the audit log keeps the answer and can't
 * forget text that a user writes.
 */
export const deletionReasons = [
  "not-needed",
  "privacy",
  "problems",
  "other-account",
  "other",
] as const;

export type DeletionReason = (typeof deletionReasons)[number];
