/**
 * `warning`: Keystead runs, but something is unusual or missing. `problem`: it doesn't start, or a
 * part of it doesn't work. `skipped`: not checked, for the reason in `found`.
 */
export type Level = "good" | "warning" | "problem" | "skipped";

export interface Finding {
  check: string;
  level: Level;
  /** What was found, in a sentence. */
  found: string;
  /** What to do. */
  advice?: string;
}

/** Returns functions that create the findings of one check. */
export const findingsOf = (check: string) => ({
  good: (found: string): Finding => ({ check, level: "good", found }),
  skipped: (found: string): Finding => ({ check, level: "skipped", found }),
  warning: (found: string, advice: string): Finding => ({ check, level: "warning", found, advice }),
  problem: (found: string, advice: string): Finding => ({ check, level: "problem", found, advice }),
});
