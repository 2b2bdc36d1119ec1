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
/** Whether the page says why the last code was wrong. */
let isRejected = false;
let timer: ReturnType<typeof setInterval> | undefined;
// Monotonic, because the wall clock can change and browsers delay timers of hidden tabs.
let expiresAt = 0;
let mayResendAt = 0;

const after = (seconds: number) => performance.now() + seconds * 1_000;
const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - performance.now()) / 1_000));
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function showHint({ digits }: SentCode): void {
  const left = secondsUntil(expiresAt);
  if (left === 0) isOver = true;
  const hint = document.getElementById("code-hint");
  if (!hint) return;
  if (left === 0) hint.textContent = say("codeOver");
  // Without attempts left, the error says what to do.
  else hint.textContent = isOver ? "" : say("codeHint", { digits, time: clock(left) });
}

/** Disables the resend button until the wait ends, and shows the remaining time on it. */
function showWait(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-act=resend]");
  const label = button?.querySelector<HTMLElement>("[data-label]");
  const left = secondsUntil(mayResendAt);
  if (!button || !label || (left === 0 && button.dataset["waiting"] === undefined)) return;
  label.dataset["text"] ??= label.textContent;
  label.textContent = left > 0 ? say("againIn", { time: clock(left) }) : label.dataset["text"];
  button.disabled = left > 0;
  if (left > 0) button.dataset["waiting"] = "";
  else delete button.dataset["waiting"];
}

function tick(): void {
  if (sent !== undefined) showHint(sent);
  showWait();
}

/** Says that a new code was sent, until the user enters it. */
function saySent(message: string): void {
  const place = document.getElementById("code-sent");
  if (place) place.textContent = message;
}

function take(code: SentCode): void {
  sent = code;
  isOver = isRejected = false;
  expiresAt = after(code.lifetimeSeconds);
  const input = field("code");
  if (input) input.value = "";
  blame("code");
  clearInterval(timer);
  timer = setInterval(tick, 500);
  tick();
}

/** Shows what the page knows about the code, after its texts have changed. */
export function redrawCode(): void {
  isRejected = false;
  tick();
  if (isOver && sent !== undefined) blame("code", say("codeOver"));
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
    if (refusal._tag !== "@error/ChallengeRateLimited") return;
    mayResendAt = after(refusal.retryAfterSeconds ?? 60);
    showWait();
  }
}

/**
 * Checks a complete code, whether typed, pasted in a text or autofilled. Without all digits, does
 * nothing, or shows an error if the user submitted the form. What was wrong with the last code stays
 * until the user types.
 */
export async function checkCode({ isSubmitted = false } = {}): Promise<void> {
  const input = field("code");
  if (sent === undefined || input?.readOnly !== false) return;
  if (isSubmitted && isRejected) return input.focus();
  isRejected = false;
  const code = findTypedCode(input.value, sent.digits);
  if (isOver) return blame("code", say("codeOver"));
  if (code.length < sent.digits)
    return blame("code", isSubmitted ? say("codeShort", { digits: sent.digits }) : undefined);
  blame("code");
  saySent("");
  setBusy(true, submitButton());
  try {
    await flow?.check(sent, code);
    clearInterval(timer);
  } catch (caught) {
    setBusy(false);
    const rejection = explainCode(refusalOf(caught));
    ({ isOver, isRejected } = rejection);
    const entered = field("code");
    // After an error of the service, the same code may succeed.
    if (entered && isRejected) entered.value = "";
    blame("code", rejection.message);
    tick();
  }
}
