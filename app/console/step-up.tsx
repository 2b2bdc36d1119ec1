"use client";

import { Fingerprint } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { beginStepUp, finishStepUp } from "@/app/console/step-up-actions";
import { Button } from "@/components/ui/button";
import { Dialog, Interruptible } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

/**
 * Prompts for a passkey. `act` is the action that needs it, such as "revoke the key “CI”". Resolves
 * to whether the operator used one.
 */
type AskForPasskey = (act?: string) => Promise<boolean>;

interface Asked {
  act: string | undefined;
  settle: (isProved: boolean) => void;
}

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
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  const ask = useCallback(
    (act?: string) => new Promise<boolean>((settle) => setAsked({ act, settle })),
    [],
  );

  function close(isProved: boolean) {
    asked?.settle(isProved);
    setAsked(undefined);
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
      <Interruptible isInterrupted={asked !== undefined}>{children}</Interruptible>
      {asked && (
        <Dialog
          title={asked.act === undefined ? "Confirm it’s you" : `Confirm it’s you to ${asked.act}`}
          onClose={() => close(false)}
        >
          <p className="text-pretty text-quiet">
            Use your passkey to continue. You won’t be asked again for five minutes.
          </p>
          {problem !== undefined && <Notice tone="error" title={problem} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button tone="secondary" onClick={() => close(false)}>
              Cancel
            </Button>
            <Button data-first-focus pending={isPending} onClick={() => void run()}>
              <Fingerprint aria-hidden className="size-4" />
              Use passkey
            </Button>
          </div>
        </Dialog>
      )}
    </StepUp>
  );
}
