"use client";

import { Plus } from "lucide-react";
import { callBackend } from "@/app/demo/call-backend";
import { explainError } from "@/app/demo/explain-error";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { done, failed, type Outcome } from "./outcome";
import { useFreshSignIn } from "./use-fresh-sign-in";

interface Props {
  settings: PublicSettings;
  isFirst: boolean;
  isBusy: boolean;
  run: (act: () => Promise<Outcome>) => void;
}

export function AddPasskey({ settings, isFirst, isBusy, run }: Props) {
  const keystead = useKeystead(settings, "addPasskey");
  const ask = useFreshSignIn(settings);

  async function addPasskey(): Promise<Outcome> {
    const authorized = await ask(() =>
      callBackend<{ registrationToken: string }>("/demo/api/add-passkey", "authorize"),
    );
    if (!authorized.ok) return failed(authorized.problem);
    const { registrationToken } = authorized.value;
    const result = await keystead.registerPasskey({ registrationToken });
    if (!result.success) return failed(explainError(result.error, "creation"));
    const answer = await callBackend("/demo/api/passkey-added", "passkeyAdded", {
      code: result.code,
    });
    if (!answer.ok)
      return failed({ title: "The passkey couldn’t be confirmed", advice: answer.message });
    return done("Passkey added", "You can sign in with it now.");
  }

  return (
    <Button
      tone={isFirst ? "primary" : "secondary"}
      disabled={isBusy}
      onClick={() => run(addPasskey)}
    >
      <Plus aria-hidden className="size-4" />
      {isFirst ? "Create a passkey" : "Add another passkey"}
    </Button>
  );
}
