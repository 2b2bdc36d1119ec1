"use client";

import { useCallback } from "react";
import type { Answer } from "@/app/demo/backend/answer";
import { callBackend } from "@/app/demo/call-backend";
import { explainError, type Explanation } from "@/app/demo/explain-error";
import { type PublicSettings, traceAs, useKeystead } from "@/app/demo/use-keystead";

type Outcome<T extends object> =
  { ok: true; value: T } | { ok: false; problem: Explanation | undefined };

/** Calls the backend. If it requires a fresh sign-in, prompts for a passkey and calls again. */
export function useFreshSignIn(settings: PublicSettings) {
  const keystead = useKeystead(settings, "confirm");
  return useCallback(
    async <T extends object>(ask: () => Promise<Answer<T>>): Promise<Outcome<T>> => {
      const refused = (message: string): Outcome<T> => ({
        ok: false,
        problem: { title: "Not done", advice: message },
      });
      const first = await ask();
      if (first.ok) return { ok: true, value: first };
      if (first.tag !== "sign-in-again") return refused(first.message);
      const trace = traceAs("confirm");
      const result = await keystead.authenticatePasskey({
        userVerification: "required",
        onEvent: trace,
      });
      if (!result.success) return { ok: false, problem: explainError(result.error) };
      const confirmed = await callBackend("/demo/api/confirm", "confirmBackend", {
        code: result.code,
      });
      if (!confirmed.ok) return refused(confirmed.message);
      const second = await ask();
      return second.ok ? { ok: true, value: second } : refused(second.message);
    },
    [keystead],
  );
}
