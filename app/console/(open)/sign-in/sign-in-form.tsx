"use client";

import { KeyRound } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { signInWithPasskey } from "@/app/console/(open)/actions";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";
import { withWantedPage } from "@/lib/console/wanted-page";
import { explainSignIn, isVerification } from "./explain-sign-in";
import { forgetTypedEmail, useTypedEmail } from "./use-typed-email";

interface Props {
  relyingParty: ConsoleRelyingParty;
  /** The page that the sign-in leads back to. */
  next: string | null;
  /** Whether the operator has a code session, and only lacks a passkey. */
  isSignedIn: boolean;
}

export function SignInForm({ relyingParty, next, isSignedIn }: Props) {
  const keystead = useMemo(() => new Keystead(relyingParty), [relyingParty]);
  const [problem, setProblem] = useState<ReturnType<typeof explainSignIn>>();
  const [isPending, setPending] = useState(false);
  const [email, setEmail] = useTypedEmail();
  const leaving = useRef(new AbortController());

  const finish = useCallback(
    async (code: string) => {
      setPending(true);
      const signedIn = await signInWithPasskey({ code }).catch(() => undefined);
      if (signedIn?.ok === true) {
        forgetTypedEmail();
        return window.location.assign(next ?? "/console");
      }
      setPending(false);
      setProblem({
        title: "You are not signed in",
        advice: signedIn?.error.message ?? "The service cannot be reached. Try again in a moment.",
      });
    },
    [next],
  );

  // Pending until the operator picks a passkey, the button starts a prompt, or the page closes.
  const offer = useCallback(async () => {
    if (!(await keystead.isAutofillSupported())) return;
    let isPicked = false;
    const result = await keystead.authenticatePasskey({
      autofill: true,
      signal: leaving.current.signal,
      onEvent: (event) => (isPicked ||= isVerification(event)),
    });
    if (result.success) await finish(result.code);
    // An offer that fails before the operator picks a passkey is none of their concern.
    else if (isPicked && result._tag !== "@error/Aborted") setProblem(explainSignIn(result.error));
  }, [keystead, finish]);

  useEffect(() => {
    const page = (leaving.current = new AbortController());
    void offer();
    return () => page.abort();
  }, [offer]);

  async function prompt() {
    setProblem(undefined);
    setPending(true);
    const result = await keystead.authenticatePasskey({});
    if (result.success) return finish(result.code);
    setPending(false);
    setProblem(explainSignIn(result.error));
    void offer();
  }

  return (
    <div className="flex flex-col gap-5">
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice}
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username webauthn"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint="Select the field to choose a passkey."
      />
      <Button width="full" pending={isPending} onClick={() => void prompt()}>
        <KeyRound aria-hidden className="size-4" />
        Sign in with a passkey
      </Button>
      {isSignedIn ? (
        <ButtonLink href="/console" tone="plain" width="full">
          Back to the console
        </ButtonLink>
      ) : (
        <ButtonLink href={withWantedPage("/console/sign-in/code", next)} tone="plain" width="full">
          Email me a code instead
        </ButtonLink>
      )}
    </div>
  );
}
