import { useEffect, useState } from "react";
import type { Explanation } from "@/app/demo/explain-error";
import { subscribeToStarts } from "@/app/demo/trace";
import { Notice } from "@/components/ui/notice";

/** Result of an action. Undefined if the user needs no message. */
export type Outcome = ({ tone: "error" | "info" } & Explanation) | undefined;

export const failed = (problem: Explanation | undefined): Outcome =>
  problem && { tone: "error", ...problem };
export const done = (title: string, advice: string): Outcome => ({ tone: "info", title, advice });

/** Keeps what an action led to until the next action on the page starts. */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => subscribeToStarts(() => setOutcome(undefined)), []);
  return [outcome, setOutcome] as const;
}

export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (outcome === undefined) return null;
  return (
    <Notice tone={outcome.tone} title={outcome.title}>
      {outcome.advice}
    </Notice>
  );
}
