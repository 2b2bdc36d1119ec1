"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ActionFailure, ActionResult } from "@/lib/console/action-result";
import { signInPath } from "@/lib/console/wanted-page";
import { useStepUp } from "./step-up";

const unreachable: ActionFailure = {
  ok: false,
  error: {
    tag: "@error/Unavailable",
    message: "The service cannot be reached. Try again in a moment.",
  },
};

interface Running<A extends unknown[], T> {
  /** Runs the action and resolves to its result. Prompts for a passkey if required. */
  run: (...input: A) => Promise<ActionResult<T>>;
  isPending: boolean;
  /** Error of the last run. Undefined while the action runs. */
  failure: ActionFailure["error"] | undefined;
  /** Whether the last run ended because the operator closed the passkey prompt. */
  isUnconfirmed: boolean;
  /** Returns the message for a field. */
  issueOf: (path: string) => string | undefined;
  clear: () => void;
}

/**
 * Runs a server action and tracks its pending and failed states. Refreshes the page after a
 * success.
 * @param act What the passkey prompt says that the action does, such as "revoke the key “CI”"
 */
export function useAction<A extends unknown[], T>(
  action: (...input: A) => Promise<ActionResult<T>>,
  act?: string | ((...input: A) => string),
): Running<A, T> {
  const router = useRouter();
  const askForPasskey = useStepUp();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ActionFailure["error"]>();
  const [isUnconfirmed, setUnconfirmed] = useState(false);

  async function attempt(input: A): Promise<ActionResult<T>> {
    const result = await action(...input).catch(() => unreachable);
    if (result.ok || result.needs !== "step-up") return result;
    const isProved = await askForPasskey(typeof act === "function" ? act(...input) : act);
    return isProved ? action(...input).catch(() => unreachable) : result;
  }

  async function run(...input: A): Promise<ActionResult<T>> {
    setPending(true);
    setFailure(undefined);
    setUnconfirmed(false);
    const result = await attempt(input);
    setPending(false);
    if (result.ok) router.refresh();
    else if (result.needs === "sign-in")
      router.push(signInPath(window.location.pathname + window.location.search));
    else {
      setFailure(result.error);
      setUnconfirmed(result.needs === "step-up");
    }
    return result;
  }

  return {
    run,
    isPending,
    failure,
    isUnconfirmed,
    issueOf: (path) => failure?.issues?.find((issue) => issue.path === path)?.message,
    clear: () => setFailure(undefined),
  };
}
