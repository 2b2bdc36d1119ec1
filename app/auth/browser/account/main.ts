import { callStep } from "@/app/auth/browser/call-step";
import { switchLanguages } from "@/app/auth/browser/change-language";
import { cancelCode, checkCode, redrawCode, resendCode } from "@/app/auth/browser/code-entry";
import { dayOf, exactTime } from "@/app/auth/browser/exact-time";
import { say } from "@/app/auth/browser/page-data";
import { field, setBusy } from "@/app/auth/browser/view";
import { confirm } from "./confirm";
import { leave, renew, tellKept } from "./kept-words";
import { tellFailure } from "./outcome";
import { addPasskey, removePasskey, renamePasskey, reportPasskey } from "./passkey-actions";
import {
  changeEmail,
  deleteAccount,
  downloadData,
  hasReason,
  saveProfile,
  verifyEmail,
} from "./person-actions";

/** The button that opened the dialog. */
let opener: HTMLButtonElement | undefined;

const dialogOf = (name: string) => document.getElementById(name) as HTMLDialogElement | null;

/** Opens the dialog of an action on one passkey. */
function open(name: string, button: HTMLButtonElement): void {
  opener = button;
  const dialog = dialogOf(name);
  const { name: shown = "", created = "" } = button.dataset;
  const title = dialog?.querySelector("[data-title]");
  const titles: Record<string, string> = {
    remove: "removeTitle",
    report: "notMeTitle",
    "report-only": "reportOnlyTitle",
  };
  if (title && name in titles) title.textContent = say(titles[name] ?? "", { name: shown });
  // Two passkeys may have one name.
  const date = dialog?.querySelector("[data-created]");
  if (date) date.textContent = say("created", { time: exactTime(created) });
  for (const each of dialog?.querySelectorAll<HTMLElement>("[data-if]") ?? [])
    each.hidden = !button.dataset[each.dataset["if"] ?? ""];
  const input = field("label");
  if (input && name === "rename") input.value = shown;
  dialog?.showModal();
  // Typing replaces the present name, which may be the product's.
  if (name === "rename") input?.select();
  // What can't be undone is never chosen in advance.
  if (name !== "rename") dialog?.querySelector<HTMLElement>("[data-act=close]")?.focus();
}

const passkeyOf = () => opener?.dataset["passkey"] ?? "";

async function signOut(button: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    await callStep("sign-out", {});
    leave();
  } catch (caught) {
    tellFailure(caught);
  }
}

async function confirmSession(button: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    await confirm();
    renew();
  } catch (caught) {
    tellFailure(caught);
  }
}

const acts: Record<string, (button: HTMLButtonElement) => void> = {
  add: (button) => void addPasskey(button),
  confirm: (button) => void confirmSession(button),
  "sign-out": (button) => void signOut(button),
  rename: (button) => open("rename", button),
  remove: (button) => open("remove", button),
  report: (button) => open("report", button),
  "report-only": (button) => open("report-only", button),
  delete: (button) => open("delete", button),
  download: (button) => void downloadData(button),
  "verify-email": (button) => void verifyEmail(button),
  close: (button) => button.closest("dialog")?.close(),
  resend: () => void resendCode(),
  restart: () => cancelCode(),
};

const forms: Record<string, () => void> = {
  rename: () => {
    const label = field("label")?.value ?? "";
    // A product's name that was only shown isn't the user's own.
    if (label !== opener?.dataset["name"]) void renamePasskey(passkeyOf(), label);
  },
  remove: () => void removePasskey(opener?.dataset ?? {}),
  report: () => void reportPasskey(opener?.dataset ?? {}),
  "report-only": () => void reportPasskey(opener?.dataset ?? {}),
  profile: () => void saveProfile(),
  email: () => void changeEmail(),
  delete: () => void deleteAccount(),
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
  if (!(target instanceof HTMLFormElement)) return;
  if (target.dataset["form"] === "delete" && !hasReason()) return;
  target.closest("dialog")?.close();
  forms[target.dataset["form"] ?? ""]?.();
});

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "code") void checkCode();
});

window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

/** Shows times in the reader's time zone. The service renders them in UTC. */
function localizeTimes(): void {
  for (const time of document.querySelectorAll("time"))
    time.textContent = (time.dataset["exact"] === undefined ? dayOf : exactTime)(time.dateTime);
}

switchLanguages(() => {
  redrawCode();
  localizeTimes();
});
localizeTimes();

setBusy(false);
document.body.dataset["listening"] = "true";
tellKept();
