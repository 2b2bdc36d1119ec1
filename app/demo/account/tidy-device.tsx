"use client";

import { Sparkles } from "lucide-react";
import { callBackend } from "@/app/demo/call-backend";
import { explainError } from "@/app/demo/explain-error";
import { explainWarnings } from "@/app/demo/explain-warnings";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { done, failed, type Outcome } from "./outcome";

export function TidyDevice({
  settings,
  isBusy,
  run,
}: {
  settings: PublicSettings;
  isBusy: boolean;
  run: (act: () => Promise<Outcome>) => void;
}) {
  const keystead = useKeystead(settings, "tidyDevice");

  async function tidyDevice(): Promise<Outcome> {
    const prepared = await callBackend<{ prunePasskeysToken: string }>(
      "/demo/api/tidy-device",
      "tidyDeviceBackend",
    );
    if (!prepared.ok) return failed({ title: "Not done", advice: prepared.message });
    const { prunePasskeysToken } = prepared;
    const result = await keystead.prunePasskeys({ prunePasskeysToken });
    if (!result.success) return failed(explainError(result.error));
    return done(
      "Device updated",
      explainWarnings(result.warnings) ??
        "We asked your passkey manager to remove passkeys that no longer work.",
    );
  }

  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button tone="secondary" disabled={isBusy} onClick={() => run(tidyDevice)}>
        <Sparkles aria-hidden className="size-4" />
        Remove deleted passkeys from this device
      </Button>
      <p className="text-sm text-pretty text-quiet">
        Tells your passkey manager which passkeys still work here.
      </p>
    </div>
  );
}
