"use client";

import { useState } from "react";
import { callBackend } from "@/app/demo/call-backend";
import { startFlow } from "@/app/demo/trace";
import { Button } from "@/components/ui/button";

/** Leads to Keystead's own sign-in page, which returns to the account page. */
export function HostedSignIn() {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function leave() {
    setPending(true);
    startFlow();
    const answer = await callBackend<{ url: string }>("/demo/api/login?hosted", "hostedBackend", {
      hosted: true,
    });
    if (answer.ok) return window.location.assign(answer.url);
    setPending(false);
    setProblem(answer.message);
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <Button tone="secondary" width="full" pending={isPending} onClick={() => void leave()}>
        Sign in on hosted pages
      </Button>
      <p role="status" className="text-center text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p className="text-center text-sm text-pretty text-quiet">
        Keystead’s own sign-in pages, with Driftwood’s brand. Driftwood only redirects there, and
        gets a code back.
      </p>
    </div>
  );
}
