"use client";

import { Mail } from "lucide-react";
import { useState } from "react";
import { beginSignInByCode } from "@/app/console/(open)/actions";
import { useTypedEmail } from "@/app/console/(open)/sign-in/use-typed-email";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { signInPath } from "@/lib/console/wanted-page";
import { type AskedCode, CodeStep } from "./code-step";

interface Props {
  hasInbox: boolean;
  /** The page that the sign-in leads back to. */
  next: string | null;
}

/** Asks for an email, then for the code sent to it. */
export function CodeSignIn({ hasInbox, next }: Props) {
  const [email, setEmail] = useTypedEmail();
  const [asked, setAsked] = useState<AskedCode>();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ message: string; isOfField: boolean }>();

  async function ask() {
    setPending(true);
    setProblem(undefined);
    const answer = await beginSignInByCode({ email }).catch(() => undefined);
    setPending(false);
    if (answer?.ok === true) return setAsked({ ...answer.value, email });
    const message =
      answer?.error.issues?.[0]?.message ??
      answer?.error.message ??
      "The service cannot be reached. Try again in a moment.";
    setProblem({
      message,
      isOfField:
        answer?.error.tag === "@error/InvalidEmail" || answer?.error.tag === "@error/BadRequest",
    });
  }

  if (asked !== undefined)
    return <CodeStep {...{ asked, hasInbox, next }} onOther={() => setAsked(undefined)} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      {problem?.isOfField === false && <Notice tone="error" title={problem.message} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={problem?.isOfField === true ? problem.message : undefined}
      />
      <Button type="submit" width="full" pending={isPending}>
        <Mail aria-hidden className="size-4" />
        Send me a code
      </Button>
      <ButtonLink href={signInPath(next)} tone="plain" width="full">
        Use a passkey instead
      </ButtonLink>
    </form>
  );
}
