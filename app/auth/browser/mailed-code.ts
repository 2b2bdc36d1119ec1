import { findTypedCode } from "@/lib/contract/typed-code";
import { callStep, refusalOf } from "./call-step";
import { explain, explainCode } from "./explain";
import { data, say } from "./page-data";
import {
  blame,
  buttonOf,
  field,
  leave,
  notify,
  setBusy,
  show,
  shown,
  submitButton,
  type ViewName,
} from "./view";

interface SentCode {
  pending: string;
  email: string;
  digits: number;
  lifetimeSeconds: number;
}

type Checked =
  | { returnTo: string }
  | {
      account: Extract<ViewName, "known" | "new" | "none" | "disabled" | "full">;
      email: string;
      proof?: string;
    };

let sent: SentCode | undefined;
/** The token from the last correct code. */
let proof = "";
let isOver = false;
let timer: ReturnType<typeof setInterval> | undefined;

export const currentProof = () => proof;

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

const ask = (pending?: string) =>
  callStep<SentCode>("send-code", {
    page: data.page === "register" ? "register" : "sign-in",
    email: field("email")?.value ?? "",
    ...(data.page === "register"
      ? { givenName: field("givenName")?.value ?? "", familyName: field("familyName")?.value ?? "" }
      : {}),
    ...(pending === undefined ? {} : { pending }),
  });

/** Sends a code to the email in the field and shows the code view. */
export async function sendCode(button: HTMLButtonElement | null | undefined): Promise<void> {
  notify();
  blame("email");
  const email = field("email")?.value.trim() ?? "";
  if (email === "") return blame("email", say("emailNeeded"));
  setBusy(true, button);
  try {
    const code = await ask();
    setBusy(false);
    show("code", { email: code.email });
    take(code);
  } catch (caught) {
    setBusy(false);
    const refusal = refusalOf(caught);
    if (refusal._tag === "@error/InvalidEmail") blame("email", explain(refusal));
    else notify(explain(refusal));
  }
}

/** Sends a new code that replaces the last one. */
export async function resendCode(): Promise<void> {
  setBusy(true, buttonOf("resend"));
  try {
    take(await ask(sent?.pending));
    setBusy(false);
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
  setBusy(true, submitButton());
  try {
    const checked = await callStep<Checked>("check-code", {
      pending: sent.pending,
      code,
    });
    clearInterval(timer);
    if ("returnTo" in checked) return leave(checked.returnTo);
    proof = checked.proof ?? "";
    setBusy(false);
    show(checked.account, { email: checked.email });
    if (checked.account === "known" && data.page === "register") notifyKnown();
  } catch (caught) {
    setBusy(false);
    if (input) input.value = "";
    const { message, isOver: over } = explainCode(refusalOf(caught));
    isOver = over;
    blame("code", message);
  }
}

/** Tells a user who wanted to register that the account exists, then signs in. */
function notifyKnown(): void {
  const title = shown()?.querySelector("h1");
  if (title) title.textContent = say("alreadyAccount");
}

/** Signs in without a passkey. `later` stores the choice for 30 days. */
export async function goOnWithout(
  later: boolean,
  button: HTMLButtonElement | null | undefined,
): Promise<void> {
  notify();
  setBusy(true, button);
  try {
    leave((await callStep<{ returnTo: string }>("without-passkey", { proof, later })).returnTo);
  } catch (caught) {
    setBusy(false);
    notify(explain(refusalOf(caught)));
  }
}
