"use client";

import { MailCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Notice } from "@/components/ui/notice";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { callBackend } from "./call-backend";
import { type CodeRequest, forgetCode, keepCode, leaveCode, type SentCode } from "./kept-code";

export interface CheckedCode {
  next: string;
  updatePasskeysToken?: string;
}

/** Has a code sent. The page then shows its form, also after a reload. */
export async function sendCode(request: CodeRequest) {
  const answer = await callBackend<SentCode>("/demo/api/send-code", "sendCode", request);
  if (answer.ok) keepCode(request, answer);
  return answer;
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

interface Props {
  request: CodeRequest;
  sent: SentCode;
  onChecked: (checked: CheckedCode) => Promise<void> | void;
}

interface Problem {
  message: string;
  /** Whether the user needs a new code. */
  isOver: boolean;
  /** Whether the mailbox has no account. */
  isStranger?: boolean;
}

const over = new Set([
  "@error/ChallengeExpired",
  "@error/ChallengeAttemptsExceeded",
  "@error/InvalidChallenge",
  "no-code",
]);

/** The code was right, so it is used. */
const used = new Set(["no-account", "disabled", "taken"]);

function problemOf({
  tag,
  message,
  attemptsRemaining,
}: {
  tag: string;
  message: string;
  attemptsRemaining?: number | undefined;
}): Problem {
  if (tag !== "@error/InvalidChallengeCode")
    return {
      message: over.has(tag) ? "This code is no longer valid. Send a new one." : message,
      isOver: over.has(tag) || used.has(tag),
      isStranger: tag === "no-account",
    };
  if (attemptsRemaining === 0)
    return {
      message: "Wrong code, and no attempts are left. Send a new one.",
      isOver: true,
    };
  return {
    message: `Wrong code. ${attemptsRemaining === 1 ? "1 attempt is" : `${attemptsRemaining} attempts are`} left.`,
    isOver: false,
  };
}

/** Says how long the code is valid. If it can't be used anymore, the problem says why. */
function hintOf({ digits }: SentCode, left: number, isOver: boolean): string {
  if (left === 0) return "The code has expired.";
  return isOver ? "" : `${digits} digits. Expires in ${clock(left)}.`;
}

/** Asks for the emailed code and checks it once complete. */
export function CodeStep({ request, sent, onChecked }: Props) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [waitSeconds, setWaitSeconds] = useState({ seconds: 0 });
  const left = useSecondsLeft(sent.lifetimeSeconds, sent);
  const wait = useSecondsLeft(waitSeconds.seconds, waitSeconds);
  const isOver = left === 0 || problem?.isOver === true;

  async function check(complete: string) {
    setBusy(true);
    setProblem(undefined);
    const answer = await callBackend<CheckedCode>("/demo/api/check-code", "checkCode", {
      code: complete,
    });
    if (answer.ok) {
      forgetCode();
      return onChecked(answer);
    }
    const refused = problemOf(answer);
    if (refused.isOver) forgetCode();
    setCode("");
    setProblem(refused);
    setBusy(false);
  }

  async function resend() {
    setBusy(true);
    const answer = await sendCode(request);
    setBusy(false);
    if (!answer.ok) {
      if (answer.retryAfterSeconds !== undefined)
        setWaitSeconds({ seconds: answer.retryAfterSeconds });
      return setProblem({ message: answer.message, isOver });
    }
    setCode("");
    setProblem(undefined);
  }

  return (
    <div className="flex flex-col gap-5">
      <Notice tone="info" title="Check your email">
        We sent a code to <span className="font-medium wrap-anywhere">{sent.email}</span>.
        {sent.goesToInbox && (
          <>
            {" "}
            In local mode, emails appear in the inbox:{" "}
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
        digits={sent.digits}
        value={code}
        onChange={setCode}
        onComplete={(complete) => void check(complete)}
        disabled={isBusy || isOver}
        hint={hintOf(sent, left, isOver)}
        error={problem?.message}
      />
      {problem?.isStranger === true && (
        <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          <Link href="/demo/sign-up" className="text-accent underline underline-offset-4">
            Create an account
          </Link>
          <Link href="/demo/login" className="text-accent underline underline-offset-4">
            Sign in with a passkey
          </Link>
        </p>
      )}
      <Button tone="secondary" pending={isBusy} disabled={wait > 0} onClick={() => void resend()}>
        <MailCheck aria-hidden className="size-4" />
        {wait > 0 ? `Send a new code in ${clock(wait)}` : "Send a new code"}
      </Button>
      <Button tone="plain" onClick={leaveCode}>
        {request.purpose === "verify-email" ? "Cancel" : "Use another address"}
      </Button>
    </div>
  );
}
