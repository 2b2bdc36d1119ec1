"use client";

import { KeyRound } from "lucide-react";
import { useLink } from "@/app/console/(open)/use-link";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

export function RecoverForm({ relyingParty }: { relyingParty: ConsoleRelyingParty }) {
  const { failure, isIncomplete, isPending, run } = useLink(relyingParty);
  const newLink = (
    <>
      Create another link on the server:{" "}
      <code className="font-mono text-xs">keystead operator recover --email …</code>
    </>
  );
  if (isIncomplete)
    return (
      <Notice tone="error" title="This link is incomplete">
        Open the whole link, with everything after the “#”. {newLink}
      </Notice>
    );
  return (
    <>
      {failure && (
        <Notice tone="error" title={failure.title}>
          {failure.advice} {newLink}
        </Notice>
      )}
      <Button width="full" pending={isPending} onClick={() => void run()}>
        <KeyRound aria-hidden className="size-4" />
        Create a passkey
      </Button>
    </>
  );
}
