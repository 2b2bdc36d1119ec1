"use client";

import { Fingerprint } from "lucide-react";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { beginStepUp, finishStepUp } from "@/app/console/step-up-actions";
import { Button } from "@/components/ui/button";
import { Dialog, Interruptible } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

/** Prompts for a passkey. Resolves to whether the operator used one. */
type AskForPasskey = () => Promise<boolean>;

const StepUp = createContext<AskForPasskey>(() => Promise.resolve(false));

export const useStepUp = (): AskForPasskey => useContext(StepUp);

async function prove(relyingParty: ConsoleRelyingParty): Promise<string | undefined> {
  const begun = await beginStepUp({});
  if (!begun.ok) return begun.error.message;
  const used = await new Keystead(relyingParty).authenticatePasskey(begun.value);
  if (!used.success)
    return used._tag === "@error/Cancelled" ? "No passkey was used. Try again." : used.message;
  const finished = await finishStepUp({ code: used.code });
  return finished.ok ? undefined : finished.error.message;
}

/** Provides the dialog that prompts for a passkey. It replaces an open dialog meanwhile. */
export function StepUpProvider({
  relyingParty,
  children,
}: {
  relyingParty: ConsoleRelyingParty;
  children: ReactNode;
}) {
  const [answer, setAnswer] = useState<{ settle: (isProved: boolean) => void }>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  const ask = useCallback(() => new Promise<boolean>((settle) => setAnswer({ settle })), []);

  function close(isProved: boolean) {
    answer?.settle(isProved);
    setAnswer(undefined);
    setProblem(undefined);
  }

  async function run() {
    setPending(true);
    const failed = await prove(relyingParty).catch(
      () => "The service cannot be reached. Try again in a moment.",
    );
    setPending(false);
    if (failed === undefined) close(true);
    else setProblem(failed);
  }

  return (
    <StepUp value={ask}>
      <Interruptible isInterrupted={answer !== undefined}>{children}</Interruptible>
      {answer && (
        <Dialog title="Confirm with your passkey" onClose={() => close(false)}>
          <p className="text-pretty text-quiet">
            This action exports data, widens access or can’t be undone. We won’t ask again for five
            minutes.
          </p>
          {problem !== undefined && <Notice tone="error" title={problem} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button tone="secondary" onClick={() => close(false)}>
              Cancel
            </Button>
            <Button pending={isPending} onClick={() => void run()}>
              <Fingerprint aria-hidden className="size-4" />
              Use passkey
            </Button>
          </div>
        </Dialog>
      )}
    </StepUp>
  );
}
