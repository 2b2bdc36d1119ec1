import { type PromptFlow, promptMetric, type PromptStage } from "@/lib/domain/base/metric";
import type { Counts } from "@/lib/domain/record/counter/read-activity";
import type { Bar } from "./bar-table";

/** Counts the prompts that started, by how they ended. */
export function countPrompts(totals: Counts, flow: PromptFlow): { started: number; bars: Bar[] } {
  const countOf = (stage: PromptStage) => totals[promptMetric(flow, stage)] ?? 0;
  const ended = [
    { label: "Cancelled", count: countOf("cancelled") },
    { label: "Timed out", count: countOf("timed-out") },
    { label: "No passkey on the device", count: countOf("no-passkey") },
    { label: "Error", count: countOf("unsupported") + countOf("failed"), color: "var(--danger)" },
    {
      label: flow === "sign-in" ? "Signed in" : "Registered",
      count: countOf("succeeded"),
      color: "var(--series-1)",
    },
  ];
  const known = ended.reduce((sum, { count }) => sum + count, 0);
  // A prompt can begin in an earlier period than it ends.
  const started = Math.max(known, countOf("started"));
  if (started === 0) return { started, bars: [] };
  const bars = [
    ...ended,
    { label: "Refused, or not reported", count: started - known, color: "var(--quiet)" },
  ];
  return { started, bars: bars.map((bar) => ({ ...bar, share: bar.count / started })) };
}
