"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { beginPasskey, finishPasskey } from "@/app/console/(operator)/account/actions";
import { useAction } from "@/app/console/use-action";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

export function AddPasskey({
  relyingParty,
  waits,
  next,
}: {
  relyingParty: ConsoleRelyingParty;
  waits: boolean;
  /** The page that the operator wanted before signing in. */
  next: string | null;
}) {
  const router = useRouter();
  const begin = useAction(beginPasskey, "add a passkey");
  const finish = useAction(finishPasskey, "add a passkey");
  const [isPrompting, setPrompting] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function add() {
    setProblem(undefined);
    const begun = await begin.run({});
    if (!begun.ok) return;
    setPrompting(true);
    const made = await new Keystead(relyingParty).registerPasskey(begun.value);
    setPrompting(false);
    if (!made.success)
      return setProblem(
        made._tag === "@error/Cancelled"
          ? "The prompt was closed or timed out. Try again."
          : made.message,
      );
    const finished = await finish.run({ code: made.principal.token });
    if (!finished.ok) return;
    toast(waits ? "Passkey added. It is trusted in 24 hours." : "Passkey added");
    router.push(next ?? "/console/account");
  }

  const failed = problem ?? begin.failure?.message ?? finish.failure?.message;
  return (
    <Card>
      {waits && (
        <Notice tone="info" title="This passkey will be trusted in 24 hours">
          Someone else may be able to read your mailbox. Until then, or until another owner approves
          the passkey, signing in with it allows no more than an emailed code does. We email all
          owners about it now.
        </Notice>
      )}
      {failed !== undefined && (
        <Notice tone="error" title="No passkey was added">
          {failed}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          pending={begin.isPending || isPrompting || finish.isPending}
          onClick={() => void add()}
        >
          <KeyRound aria-hidden className="size-4" />
          Create a passkey
        </Button>
        <ButtonLink href={next ?? (waits ? "/console" : "/console/account")} tone="plain">
          Not now
        </ButtonLink>
      </div>
    </Card>
  );
}
