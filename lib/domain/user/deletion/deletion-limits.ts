import { lifetimes } from "@/lib/limits";

export const deletionLimits = {
  /** How long a user or an operator can undo a requested deletion. */
  undoMs: 7 * lifetimes.dayMs,
  /** Of one round of the task: users of all tenancies, and of one of them. */
  usersPerRound: 200,
  usersPerTenancy: 20,
} as const;
