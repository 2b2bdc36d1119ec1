"use client";

import { useState, useSyncExternalStore } from "react";
import type { CodePurpose } from "./backend/pending-codes";
import { sendCode } from "./code-step";
import type { Explanation } from "./explain-error";
import { type CodeRequest, readKeptCode, readNoCode, subscribeToCode } from "./kept-code";

const minutes = (seconds: number) =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Returns the code that this tab waits for, if it has one of these purposes. */
export function useKeptCode(purposes: readonly CodePurpose[]) {
  const kept = useSyncExternalStore(subscribeToCode, readKeptCode, readNoCode);
  return kept !== undefined && purposes.includes(kept.request.purpose) ? kept : undefined;
}

/** Requests a code: the first half of every flow with an emailed code. */
export function useCodeRequest(purpose: CodePurpose) {
  const asked = useKeptCode([purpose]);
  const [problem, setProblem] = useState<Explanation>();
  const [isPending, setPending] = useState(false);

  async function ask(person: Omit<CodeRequest, "purpose">): Promise<void> {
    setProblem(undefined);
    setPending(true);
    const answer = await sendCode({ purpose, ...person });
    setPending(false);
    if (answer.ok) return;
    const wait = answer.retryAfterSeconds;
    setProblem({
      title: "We didn’t send a code",
      advice:
        wait === undefined
          ? answer.message
          : `You requested too many codes. Try again in ${minutes(wait)}.`,
    });
  }

  return { asked, problem, isPending, ask };
}
