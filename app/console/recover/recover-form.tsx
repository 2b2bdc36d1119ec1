"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Keystead } from "@/lib/client/v2";

type Outcome = { tone: "error" | "info"; title: string; advice: string };

const spent: Outcome = {
  tone: "error",
  title: "This link is not good any more",
  advice: "It has expired or was used. Make another on the server: npm run -s keystead -- operator recover --email …",
};

async function makePasskey(): Promise<Outcome | undefined> {
  const link = new URLSearchParams(window.location.hash.slice(1));
  const [tenancyId, clientId, registrationToken] = [link.get("tenancy"), link.get("client"), link.get("token")];
  if (tenancyId === null || clientId === null || registrationToken === null) return spent;
  const keystead = new Keystead({ endpoint: window.location.origin, tenancyId, clientId });
  const result = await keystead.registerPasskey({ registrationToken });
  // Spent with the first attempt: it must not stay in the history.
  if (result.success || result._tag !== "@error/PasskeyUnsupported") window.history.replaceState(null, "", window.location.pathname);
  if (result.success) return { tone: "info", title: "Your passkey is registered", advice: "You may close this page." };
  if (result._tag === "@error/InvalidToken") return spent;
  if (result._tag === "@error/Aborted") return undefined;
  return { tone: "error", title: "No passkey was made", advice: `${result.message} The link is used up; make another on the server.` };
}

export function RecoverForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPending, setPending] = useState(false);

  async function run() {
    setPending(true);
    setOutcome(await makePasskey());
    setPending(false);
  }

  return (
    <>
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title}>
          {outcome.advice}
        </Notice>
      )}
      {outcome?.tone !== "info" && (
        <Button width="full" pending={isPending} onClick={() => void run()}>
          <KeyRound aria-hidden className="size-4" />
          Make a passkey
        </Button>
      )}
    </>
  );
}
