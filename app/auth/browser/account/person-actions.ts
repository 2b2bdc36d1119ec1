import { callStep, callStepForFile, refusalOf } from "@/app/auth/browser/call-step";
import { beginCode, type SentCode } from "@/app/auth/browser/code-entry";
import { explain } from "@/app/auth/browser/explain";
import { say } from "@/app/auth/browser/page-data";
import { blame, field, setBusy, show } from "@/app/auth/browser/view";
import { confirm, withConfirmation } from "./confirm";
import { renew, tell } from "./kept-words";
import { tellFailure } from "./outcome";

const choice = (name: string) =>
  document.querySelector<HTMLSelectElement>(`select[name="${name}"]`);

/** Removes the language from the page's address, where it would win over the user's choice. */
function leaveLanguage(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete("locale");
  window.history.replaceState(null, "", url);
}

/** Stores the names and the language in the form. The page then is in that language. */
export async function saveProfile(): Promise<void> {
  setBusy(true);
  try {
    const language = choice("locale")?.selectedOptions[0];
    const profile = {
      givenName: field("givenName")?.value ?? "",
      familyName: field("familyName")?.value ?? "",
      locale: language?.value || null,
    };
    await withConfirmation("profile", () => callStep("change-profile", profile));
    if (language?.defaultSelected === false) leaveLanguage();
    renew("profileSaved", { card: "profile" });
  } catch (caught) {
    tellFailure(caught, "profile");
  }
}

const emailCard = "email-change";

/** Emails a code, whose entry makes the email the user's. `done` names what the page then says. */
const sendEmailCode = (email: string, done: "emailChanged" | "emailVerified") =>
  beginCode({
    send: (pending) =>
      withConfirmation(emailCard, () =>
        callStep<SentCode>("send-email-code", {
          email,
          ...(pending === undefined ? {} : { pending }),
        }),
      ),
    async check({ pending }, code) {
      await withConfirmation(emailCard, () => callStep("check-email-code", { pending, code }));
      renew(done, { card: emailCard });
    },
  });

/** Changes the email to the one in the form, by a code to it. */
export async function changeEmail(): Promise<void> {
  blame("email");
  const input = field("email");
  const email = input?.value.trim() ?? "";
  if (email === "") return blame("email", say("emailNeeded"));
  if (email.toLowerCase() === input?.form?.dataset["verified"]?.toLowerCase())
    return blame("email", say("emailSame"));
  setBusy(true);
  try {
    await sendEmailCode(email, "emailChanged");
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (refusal._tag !== "@error/InvalidEmail") return tellFailure(caught, emailCard);
    setBusy(false);
    blame("email", explain(refusal));
  }
}

/** Verifies the email that the account has, by a code to it. */
export async function verifyEmail(button: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    await sendEmailCode(button.dataset["email"] ?? "", "emailVerified");
  } catch (caught) {
    tellFailure(caught, emailCard);
  }
}

/** Saves everything stored about the user as a file. */
export async function downloadData(button: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    const file = await withConfirmation("data", () => callStepForFile("download"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = say("dataFile");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    setBusy(false);
    tell(say("downloaded"), { card: "data" });
  } catch (caught) {
    tellFailure(caught, "data");
  }
}

type Deletion = { state: "pending"; erasesAt: number } | { state: "erased" };

/** Whether the user has chosen a reason, if one is required. Else says so. */
export function hasReason(): boolean {
  const isMissing = choice("reason")?.value === "";
  blame("reason", isMissing ? say("reasonNeeded") : undefined);
  return !isMissing;
}

/** Deletes the account. Without a verified mailbox, the user confirms once more. */
export async function deleteAccount(): Promise<void> {
  setBusy(true);
  try {
    const reason = choice("reason")?.value;
    const ask = (proof?: string) =>
      callStep<Deletion>("delete", {
        ...(reason === undefined ? {} : { reason }),
        ...(proof === undefined ? {} : { proof }),
      });
    const deletion = await withConfirmation("deletion", () => ask()).catch(
      async (caught: unknown) => {
        const refusal = refusalOf(caught) as { _tag: string; proofToken?: string };
        if (refusal._tag !== "@error/ProofRequired") throw caught;
        await confirm();
        return ask(refusal.proofToken);
      },
    );
    setBusy(false);
    if (deletion.state === "erased") return show("erased");
    show("erasing", { time: deletion.erasesAt });
  } catch (caught) {
    tellFailure(caught, "deletion");
  }
}
