import type { Explanation } from "@/app/demo/explain-error";
import { Notice } from "@/components/ui/notice";

/** Result of an action. Undefined if the user needs no message. */
export type Outcome = ({ tone: "error" | "info" } & Explanation) | undefined;

export const failed = (problem: Explanation | undefined): Outcome =>
  problem && { tone: "error", ...problem };
export const done = (title: string, advice: string): Outcome => ({ tone: "info", title, advice });

export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (outcome === undefined) return null;
  return (
    <Notice tone={outcome.tone} title={outcome.title}>
      {outcome.advice}
    </Notice>
  );
}
