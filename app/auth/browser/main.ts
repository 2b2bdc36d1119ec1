import { refusalOf, type Refusal } from "./call-step";
import { explain } from "./explain";
import { checkCode, currentProof, goOnWithout, resendCode, sendCode } from "./mailed-code";
import { data, say } from "./page-data";
import { askForPasskey, hasPasskeys, makePasskey, offerPasskeys, offersInFields } from "./passkeys";
import { buttonOf, leave, notify, setBusy, show, submitButton } from "./view";

// Taken back when a button takes its place, or the person goes on by code.
let standing = new AbortController();

// Nobody asked for the offer, so nobody needs to hear that it was not made or not taken.
const unasked = new Set<Refusal["_tag"]>([
  "@error/Network",
  "@error/RateLimited",
  "@error/Cancelled",
  "@error/TimedOut",
]);

/** Passkeys in the autofill of the address field, for as long as the first view is there. */
async function offer(): Promise<void> {
  if (data.page !== "sign-in" || !hasPasskeys() || !(await offersInFields())) return;
  standing = new AbortController();
  try {
    leave((await offerPasskeys(standing.signal)).returnTo);
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (!unasked.has(refusal._tag)) notify(explain(refusal));
  }
}

async function signIn(): Promise<void> {
  notify();
  if (!hasPasskeys()) return notify(say("unsupported"));
  setBusy(true, submitButton());
  try {
    leave((await askForPasskey()).returnTo);
  } catch (caught) {
    setBusy(false);
    notify(explain(refusalOf(caught)));
    void offer();
  }
}

async function create(): Promise<void> {
  notify();
  if (!hasPasskeys()) return notify(say("unsupported"));
  setBusy(true, buttonOf("create-passkey"));
  try {
    leave((await makePasskey(currentProof())).returnTo);
  } catch (caught) {
    setBusy(false);
    notify(explain(refusalOf(caught), "notMade"));
  }
}

const acts: Record<string, (button: HTMLButtonElement) => void> = {
  "send-code"(button) {
    standing.abort();
    void sendCode(button);
  },
  resend: () => void resendCode(),
  restart() {
    show("start");
    void offer();
  },
  "create-passkey": () => void create(),
  later: (button) => void goOnWithout(true, button),
  "without-passkey": (button) => void goOnWithout(false, button),
};

const forms: Record<string, () => void> = {
  passkey: () => void signIn(),
  "send-code": () => void sendCode(submitButton()),
  code: () => void checkCode(),
};

document.addEventListener("click", ({ target }) => {
  const button =
    target instanceof Element ? target.closest<HTMLButtonElement>("button[data-act]") : null;
  if (button && !button.disabled) acts[button.dataset["act"] ?? ""]?.(button);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target } = event;
  if (target instanceof HTMLFormElement) forms[target.dataset["form"] ?? ""]?.();
});

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "code") void checkCode();
});

// A page that comes back from the browser's memory has had its outcome.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

// Behind it no offer can be renewed, and every act says that the page has to be loaded again.
setTimeout(() => standing.abort(), data.lifetimeMs);

setBusy(false);
if (data.prompt && data.page === "sign-in") void signIn();
else void offer();
