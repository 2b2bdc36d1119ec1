import { findTypedCode } from "@/lib/contract/typed-code";
import { refusalOf } from "./call-step";
import { explain, explainCode } from "./explain";
import { say } from "./page-data";
import { blame, buttonOf, field, setBusy, show, submitButton } from "./view";

export interface SentCode {
  pending: string;
  email: string;
  digits: number;
  lifetimeSeconds: number;
}

/** What a code is for: who sends it, and what follows a right one. */
export interface CodeFlow {
  /** @param pending the code to replace */
  send(pending?: string): Promise<SentCode>;
  check(sent: SentCode, code: string): Promise<void>;
  /** Default: shows the page's first view again. */
  cancel?(): void;
}

let flow: CodeFlow | undefined;
let sent: SentCode | undefined;
let isOver = false;
let timer: ReturnType<typeof setInterval> | undefined;

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Calls `tick` with the remaining seconds. Uses the monotonic clock, because the wall clock can
 * change and browsers delay timers of hidden tabs.
 */
function countDown(seconds: number, tick: (left: number) => void): ReturnType<typeof setInterval> {
  const end = performance.now() + seconds * 1_000;
  const step = () => tick(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
  step();
  return setInterval(step, 500);
}

function showHint({ digits, lifetimeSeconds }: SentCode): void {
  clearInterval(timer);
  const hint = document.getElementById("code-hint");
  timer = countDown(lifetimeSeconds, (left) => {
    if (hint)
      hint.textContent =
        left > 0 ? say("codeHint", { digits, time: clock(left) }) : say("codeOver");
    if (left === 0) isOver = true;
  });
}

/** Says that a new code was sent, until the user enters it. */
function saySent(message: string): void {
  const place = document.getElementById("code-sent");
  if (place) place.textContent = message;
}

function take(code: SentCode): void {
  sent = code;
  isOver = false;
  const input = field("code");
  if (input) input.value = "";
  blame("code");
  showHint(code);
}

/** Disables the resend button until the wait ends, and shows the remaining time on it. */
function wait(seconds: number): void {
  const button = buttonOf("resend");
  const label = button?.querySelector("[data-label]");
  if (!button || !label) return;
  const text = label.textContent;
  button.dataset["waiting"] = "";
  button.disabled = true;
  const waiting = countDown(seconds, (left) => {
    label.textContent = left > 0 ? say("againIn", { time: clock(left) }) : text;
    if (left > 0) return;
    clearInterval(waiting);
    delete button.dataset["waiting"];
    button.disabled = false;
  });
}

/** Sends a code and shows the view that takes it. @throws Failure */
export async function beginCode(newFlow: CodeFlow): Promise<void> {
  const code = await newFlow.send();
  flow = newFlow;
  setBusy(false);
  saySent("");
  show("code", { email: code.email });
  take(code);
}

export function cancelCode(): void {
  if (flow?.cancel) flow.cancel();
  else show("start");
}

/** Sends a new code that replaces the last one. */
export async function resendCode(): Promise<void> {
  saySent("");
  setBusy(true, buttonOf("resend"));
  try {
    const code = await flow?.send(sent?.pending);
    if (code !== undefined) take(code);
    setBusy(false);
    saySent(say("codeSent"));
    field("code")?.focus();
  } catch (caught) {
    setBusy(false);
    const refusal = refusalOf(caught);
    blame("code", explain(refusal));
    if (refusal._tag === "@error/ChallengeRateLimited") wait(refusal.retryAfterSeconds ?? 60);
  }
}

/**
 * Checks a complete code, whether typed, pasted in a text or autofilled. Without all digits, does
 * nothing, or shows an error if the user submitted the form.
 */
export async function checkCode({ isSubmitted = false } = {}): Promise<void> {
  const input = field("code");
  if (sent === undefined || input?.readOnly !== false) return;
  const code = findTypedCode(input.value, sent.digits);
  if (isOver || code.length < sent.digits) {
    if (isSubmitted)
      blame("code", isOver ? say("codeOver") : say("codeShort", { digits: sent.digits }));
    return;
  }
  blame("code");
  saySent("");
  setBusy(true, submitButton());
  try {
    await flow?.check(sent, code);
    clearInterval(timer);
  } catch (caught) {
    setBusy(false);
    if (input) input.value = "";
    const { message, isOver: over } = explainCode(refusalOf(caught));
    isOver = over;
    blame("code", message);
  }
}
