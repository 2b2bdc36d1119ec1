"use client";

import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { callBackend } from "@/app/demo/call-backend";
import { explainError, type Explanation } from "@/app/demo/explain-error";
import { startFlow } from "@/app/demo/trace";
import { storeTypedEmail } from "@/app/demo/typed-email";
import { type PublicSettings, traceAs, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { AuthenticationSuccess, CeremonyEvent, ErrorOf, KeysteadError } from "@/lib/client/v2";
import { RemoveOrphan } from "./remove-orphan";

const isVerification = (event: CeremonyEvent) =>
  event.type === "request" && event.path.endsWith("/passkey/authentication/verification");

export function LoginForm({ settings }: { settings: PublicSettings }) {
  const keystead = useKeystead(settings, "signIn");
  const router = useRouter();
  const [problem, setProblem] = useState<Explanation>();
  const [orphan, setOrphan] = useState<ErrorOf<"@error/OrphanedPasskey">>();
  // The prompt ended without a passkey: often at the QR code, because this device has none.
  const [isLost, setLost] = useState(false);
  const [isPending, setPending] = useState(false);
  const leaving = useRef(new AbortController());

  const finish = useCallback(
    async ({ code, newDevice }: AuthenticationSuccess) => {
      setPending(true);
      const answer = await callBackend("/demo/api/login", "loginBackend", { code });
      if (answer.ok)
        return router.push(newDevice === true ? "/demo/account?new-device" : "/demo/account");
      setPending(false);
      setLost(false);
      setProblem({ title: "You aren’t signed in", advice: answer.message });
    },
    [router],
  );

  const explain = useCallback((error: KeysteadError) => {
    setProblem(explainError(error));
    setOrphan(error._tag === "@error/OrphanedPasskey" ? error : undefined);
    setLost(error._tag === "@error/Cancelled" || error._tag === "@error/TimedOut");
  }, []);

  // Pending until the user picks a passkey, a button starts a prompt, or the page closes.
  const offer = useCallback(async () => {
    if (!(await keystead.isAutofillSupported())) return;
    const { signal } = leaving.current;
    const show = traceAs("autofill");
    let isPicked = false;
    const trace = (event: CeremonyEvent) => {
      isPicked ||= isVerification(event);
      show(event);
    };
    const result = await keystead.authenticatePasskey({ autofill: true, signal, onEvent: trace });
    if (result.success) await finish(result.value);
    // An offer that fails before the user picks a passkey is none of their concern.
    else if (isPicked && result._tag !== "@error/Aborted") explain(result.error);
  }, [keystead, finish, explain]);

  useEffect(() => {
    const page = (leaving.current = new AbortController());
    startFlow();
    void offer();
    return () => page.abort();
  }, [offer]);

  async function signIn() {
    setProblem(undefined);
    setOrphan(undefined);
    setLost(false);
    setPending(true);
    startFlow();
    const trace = traceAs("signIn");
    const result = await keystead.authenticatePasskey({ onEvent: trace });
    if (result.success) return finish(result.value);
    setPending(false);
    explain(result.error);
    void offer();
  }

  return (
    <div className="flex flex-col gap-5">
      {/* Enter after an email leads to the code; a passkey needs no email. */}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          router.push("/demo/login/code");
        }}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          hint="Select the field, and your browser offers your passkeys for this site."
          onChange={({ target }) => storeTypedEmail(target.value)}
        />
      </form>
      <div className="flex items-center gap-3 text-sm text-quiet" aria-hidden>
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </div>
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice}
          {isLost && (
            <p className="mt-1">
              Without a passkey here,{" "}
              <Link href="/demo/login/code" className="underline underline-offset-4">
                sign in with an emailed code
              </Link>
              . You can create a passkey on this device after that, or{" "}
              <Link href="/demo/register" className="underline underline-offset-4">
                create an account
              </Link>
              .
            </p>
          )}
          {orphan && <RemoveOrphan key={orphan.credentialId} keystead={keystead} orphan={orphan} />}
        </Notice>
      )}
      <Button width="full" pending={isPending} onClick={() => void signIn()}>
        <KeyRound aria-hidden className="size-4" />
        Sign in with a passkey
      </Button>
      <p className="flex flex-wrap justify-center gap-x-4 gap-y-2 text-sm">
        <Link href="/demo/login/code" className="text-accent underline underline-offset-4">
          Email me a code
        </Link>
        <Link href="/demo/recover" className="text-accent underline underline-offset-4">
          I lost my passkey
        </Link>
      </p>
      <p className="text-center text-sm text-quiet">
        New here?{" "}
        <Link href="/demo/register" className="text-accent underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </div>
  );
}
