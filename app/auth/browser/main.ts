import { tellKept } from "./account/kept-words";
import { type Refusal, refusalOf } from "./call-step";
import { switchLanguages } from "./change-language";
import { checkCode, redrawCode, resendCode } from "./code-entry";
import { createHere, declineHere, finish } from "./device-passkey";
import { notifyOf } from "./explain";
import { currentProof, goOnWithout, notifyKnown, sendCode } from "./mailed-code";
import { data, say } from "./page-data";
import { askForPasskey, hasPasskeys, makePasskey, offerPasskeys, offersInFields } from "./passkeys";
import { buttonOf, leave, notify, setBusy, show, submitButton } from "./view";

// Aborted when a button starts a prompt or the user switches to an emailed code.
let standing = new AbortController();

// The autofill offer starts without a user action, so these errors are not shown. They don't clear
// the message of a later action either.
const unasked = new Set<Refusal["_tag"]>([
  "@error/Aborted",
  "@error/PasskeyUnsupported",
  "@error/Network",
  "@error/RateLimited",
  "@error/Cancelled",
  "@error/TimedOut",
]);

/** Offers passkeys in the email field's autofill while the first view is shown. */
async function offer(): Promise<void> {
  if (data.page !== "sign-in" || !hasPasskeys()) return;
  const { signal } = (standing = new AbortController());
  if (!(await offersInFields())) return;
  try {
    await finish(await offerPasskeys(signal));
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (!unasked.has(refusal._tag)) notifyOf(refusal);
  }
}

async function signIn(): Promise<void> {
  notify();
  if (!hasPasskeys()) return notify(say("unsupported"));
  setBusy(true, buttonOf("passkey"));
  try {
    await finish(await askForPasskey());
  } catch (caught) {
    setBusy(false);
    notifyOf(refusalOf(caught));
    void offer();
  }
}

async function create(): Promise<void> {
  notify();
  if (!hasPasskeys()) return notify(say("unsupported"));
  setBusy(true, buttonOf("create-passkey"));
  try {
    leave((await makePasskey({ proof: currentProof() })).returnTo);
  } catch (caught) {
    setBusy(false);
    notifyOf(refusalOf(caught), "notMade");
  }
}

const acts: Record<string, (button: HTMLButtonElement) => void> = {
  passkey: () => void signIn(),
  resend: () => void resendCode(),
  restart() {
    show("start");
    void offer();
  },
  "create-passkey": () => void create(),
  "create-here": (button) => void createHere(button),
  "not-here": (button) => void declineHere(button),
  later: (button) => void goOnWithout(true, button),
  "without-passkey": (button) => void goOnWithout(false, button),
};

const forms: Record<string, () => void> = {
  "send-code"() {
    standing.abort();
    void sendCode(submitButton());
  },
  code: () => void checkCode({ isSubmitted: true }),
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

switchLanguages(() => {
  redrawCode();
  notifyKnown();
});

// A page restored from the back/forward cache has already completed.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

// After this time, the ticket is expired: options cannot be renewed, and every action asks to
// reload the page.
setTimeout(() => standing.abort(), data.lifetimeMs);

setBusy(false);
document.body.dataset["listening"] = "true";
// What the account page did before it signed the user out.
tellKept();
if (data.prompt && data.page === "sign-in") void signIn();
else void offer();
