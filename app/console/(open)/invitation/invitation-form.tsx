"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { showInvitation } from "@/app/console/(open)/actions";
import { useLink } from "@/app/console/(open)/use-link";
import { roleWords } from "@/app/console/role-words";
import { Breakable } from "@/components/ui/breakable";
import { Button } from "@/components/ui/button";
import { DetailsList } from "@/components/ui/details-list";
import { Notice } from "@/components/ui/notice";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

type Shown = Extract<Awaited<ReturnType<typeof showInvitation>>, { ok: true }>["value"];

const gone = "This invitation no longer works";

/** Shows the invitation and creates the passkey that accepts it. */
export function InvitationForm({ relyingParty }: { relyingParty: ConsoleRelyingParty }) {
  const { failure, isPending, run } = useLink(relyingParty);
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    void showInvitation({ token: window.location.hash.slice(1) })
      .then((answer) =>
        answer.ok
          ? setShown(answer.value)
          : setProblem(
              ["@error/InvalidToken", "@error/BadRequest"].includes(answer.error.tag)
                ? gone
                : answer.error.message,
            ),
      )
      .catch(() => setProblem("The service cannot be reached. Try again in a moment."));
  }, []);

  if (problem !== undefined)
    return (
      <Notice tone="error" title={problem}>
        {problem === gone
          ? "It was accepted, was revoked or has expired. Ask for a new invitation."
          : undefined}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-6" aria-busy={shown === undefined}>
      <DetailsList
        rows={[
          ["Tenancy", shown?.tenancyName ?? "…"],
          [
            "Your role",
            shown === undefined
              ? "…"
              : `${roleWords[shown.role].label}. Can ${roleWords[shown.role].may}.`,
          ],
          ["Invited by", shown === undefined ? "…" : shown.inviter || "A former member"],
          ["Your email", <Breakable key="email" text={shown?.email ?? "…"} />],
        ]}
      />
      {failure && (
        <Notice tone="error" title={failure.title}>
          {failure.advice}
        </Notice>
      )}
      <p className="text-sm text-pretty text-quiet">
        {shown?.hasAccount === true
          ? "This email already has a console account. Accept with one of its passkeys."
          : "You don’t need a password. Create a passkey with the fingerprint, face or PIN of this " +
            "device, and sign in with it."}
      </p>
      <Button
        width="full"
        pending={isPending}
        disabled={shown === undefined}
        onClick={() => void run()}
      >
        <KeyRound aria-hidden className="size-4" />
        {shown?.hasAccount === true ? "Accept with my passkey" : "Create a passkey and accept"}
      </Button>
    </div>
  );
}
