"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { beginSignInByCode, finishSignInByCode } from "@/app/console/(open)/actions";
import { forgetTypedEmail } from "@/app/console/(open)/sign-in/use-typed-email";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Notice } from "@/components/ui/notice";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import type { ActionFailure } from "@/lib/console/action-result";
import { withWantedPage } from "@/lib/console/wanted-page";

export interface AskedCode {
  email: string;
  digits: number;
  lifetimeSeconds: number;
}

interface Problem {
  message: string;
  /** Whether the operator needs a new code. */
  isOver: boolean;
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const unreachable: ActionFailure["error"] = {
  tag: "@error/Unavailable",
  message: "The service cannot be reached. Try again in a moment.",
};
const over = new Set([
  "@error/ChallengeExpired",
  "@error/ChallengeAttemptsExceeded",
  "@error/InvalidChallenge",
]);

function problemOf({ tag, message, attemptsRemaining }: ActionFailure["error"]): Problem {
  if (over.has(tag)) return { message: "This code has expired. Send another one.", isOver: true };
  if (tag !== "@error/InvalidChallengeCode") return { message, isOver: false };
  if (attemptsRemaining === 0)
    return {
      message: "Wrong code, and no attempts left. Send another one.",
      isOver: true,
    };
  return {
    message: `Wrong code. ${attemptsRemaining === 1 ? "One attempt" : `${attemptsRemaining} attempts`} left.`,
    isOver: false,
  };
}

/** Asks for the emailed code and checks it once complete. */
export function CodeStep({
  asked: first,
  hasInbox,
  next,
  onOther,
}: {
  asked: AskedCode;
  hasInbox: boolean;
  /** The page that the sign-in leads back to, after the offer of a passkey. */
  next: string | null;
  onOther: () => void;
}) {
  const [asked, setAsked] = useState(first);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useState({ seconds: 0 });
  const left = useSecondsLeft(asked.lifetimeSeconds, asked);
  const waitLeft = useSecondsLeft(wait.seconds, wait);
  const isOver = left === 0 || problem?.isOver === true;

  async function check(complete: string) {
    setBusy(true);
    setProblem(undefined);
    const answer = await finishSignInByCode({ code: complete }).catch(() => ({
      ok: false as const,
      error: unreachable,
    }));
    if (answer.ok) {
      forgetTypedEmail();
      return window.location.replace(withWantedPage("/console/account/passkeys/new", next));
    }
    setCode("");
    setProblem(problemOf(answer.error));
    setBusy(false);
  }

  async function resend() {
    setBusy(true);
    const answer = await beginSignInByCode({ email: asked.email }).catch(() => ({
      ok: false as const,
      error: unreachable,
    }));
    setBusy(false);
    if (!answer.ok) {
      if (answer.error.retryAfterSeconds !== undefined)
        setWait({ seconds: answer.error.retryAfterSeconds });
      return setProblem({ message: answer.error.message, isOver });
    }
    setCode("");
    setProblem(undefined);
    setAsked({ ...answer.value, email: asked.email });
  }

  return (
    <div className="flex flex-col gap-5">
      <Notice tone="info" title="Check your email">
        If <span className="font-medium break-all">{asked.email}</span> belongs to an operator, we
        have sent a code to it.
        {hasInbox && (
          <>
            {" "}
            Local mode doesn’t send emails:{" "}
            <a
              href="/inbox"
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-4"
            >
              open the inbox
            </a>
            .
          </>
        )}
      </Notice>
      <CodeField
        label="Code"
        digits={asked.digits}
        value={code}
        onChange={setCode}
        onComplete={(complete) => void check(complete)}
        disabled={isBusy || isOver}
        hint={
          isOver ? "The code has expired." : `${asked.digits} digits, expires in ${clock(left)}`
        }
        error={problem?.message}
      />
      <Button
        tone="secondary"
        width="full"
        pending={isBusy}
        disabled={waitLeft > 0}
        onClick={() => void resend()}
      >
        <MailCheck aria-hidden className="size-4" />
        {waitLeft > 0 ? `Send another code in ${clock(waitLeft)}` : "Send another code"}
      </Button>
      <Button tone="plain" width="full" disabled={isBusy} onClick={onOther}>
        Use another email
      </Button>
    </div>
  );
}
