"use client";

import { useState } from "react";
import { type CodeRequest, sendCode, type SentCode } from "./code-step";
import type { Explanation } from "./explain-error";

const minutes = (seconds: number) =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Requests a code: the first half of every flow with an emailed code. */
export function useCodeRequest() {
  const [asked, setAsked] = useState<{ request: CodeRequest; sent: SentCode }>();
  const [problem, setProblem] = useState<Explanation>();
  const [isPending, setPending] = useState(false);

  async function ask(request: CodeRequest): Promise<void> {
    setProblem(undefined);
    setPending(true);
    const answer = await sendCode(request);
    setPending(false);
    if (answer.ok) return setAsked({ request, sent: answer });
    const wait = answer.retryAfterSeconds;
    setProblem({
      title: "We didn’t send a code",
      advice:
        wait === undefined
          ? answer.message
          : `You requested too many codes. Try again in ${minutes(wait)}.`,
    });
  }

  return { asked, problem, isPending, ask, again: () => setAsked(undefined) };
}
