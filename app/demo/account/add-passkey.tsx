"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callBackend } from "@/app/demo/call-backend";
import { explainError, type Explanation } from "@/app/demo/explain-error";
import { clearTrace } from "@/app/demo/trace";
import { useKeystead, type PublicSettings } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type Outcome = { tone: "error" | "info" } & Explanation;

export function AddPasskey({ settings }: { settings: PublicSettings }) {
  const keystead = useKeystead(settings, "addPasskey");
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPending, setPending] = useState(false);

  async function addPasskey(): Promise<Outcome | undefined> {
    clearTrace();
    const authorized = await callBackend<{ registrationToken: string }>("/demo/api/add-passkey", "authorize");
    if (!authorized.ok) return { tone: "error", title: "Not yet", advice: authorized.message };
    const { registrationToken } = authorized;
    const result = await keystead.registerPasskey({ registrationToken });
    if (!result.success) {
      const explained = explainError(result.error);
      return explained && { tone: "error", ...explained };
    }
    const answer = await callBackend("/demo/api/login", "loginBackend", { code: result.code });
    if (!answer.ok) return { tone: "error", title: "The passkey could not be confirmed", advice: answer.message };
    router.refresh();
    return { tone: "info", title: "Passkey added", advice: "You can sign in with it from now on." };
  }

  async function run() {
    setOutcome(undefined);
    setPending(true);
    setOutcome(await addPasskey());
    setPending(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button tone="secondary" pending={isPending} onClick={() => void run()}>
        <Plus aria-hidden className="size-4" />
        Add another passkey
      </Button>
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title}>
          {outcome.advice}
        </Notice>
      )}
    </div>
  );
}
