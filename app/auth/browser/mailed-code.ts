import { callStep, refusalOf } from "./call-step";
import { beginCode, type CodeFlow, type SentCode } from "./code-entry";
import { showErasing } from "./device-passkey";
import { explain, notifyOf } from "./explain";
import { data, say } from "./page-data";
import { blame, field, leave, notify, setBusy, show, type ViewName } from "./view";

type Checked =
  | { returnTo: string }
  | { erasesAt: number }
  | {
      account: Extract<ViewName, "known" | "new" | "none" | "disabled" | "full">;
      email: string;
      proof?: string;
    };

/** The token from the last correct code. */
let proof = "";

export const currentProof = () => proof;

const flow: CodeFlow = {
  send: (pending) =>
    callStep<SentCode>("send-code", {
      page: data.page === "register" ? "register" : "sign-in",
      email: field("email")?.value ?? "",
      ...(data.page === "register"
        ? {
            givenName: field("givenName")?.value ?? "",
            familyName: field("familyName")?.value ?? "",
          }
        : {}),
      ...(pending === undefined ? {} : { pending }),
    }),
  async check({ pending }, code) {
    const checked = await callStep<Checked>("check-code", { pending, code });
    if ("returnTo" in checked) return leave(checked.returnTo);
    if ("erasesAt" in checked) return showErasing(checked.erasesAt);
    proof = checked.proof ?? "";
    setBusy(false);
    show(checked.account, { email: checked.email });
    notifyKnown();
  },
};

/** Sends a code to the email in the field and shows the code view. */
export async function sendCode(button: HTMLButtonElement | null | undefined): Promise<void> {
  notify();
  blame("email");
  const email = field("email")?.value.trim() ?? "";
  if (email === "") return blame("email", say("emailNeeded"));
  setBusy(true, button);
  try {
    await beginCode(flow);
  } catch (caught) {
    setBusy(false);
    const refusal = refusalOf(caught);
    if (refusal._tag === "@error/InvalidEmail") blame("email", explain(refusal));
    else notifyOf(refusal);
  }
}

/** Tells a user who wanted to register that the account exists, then signs in. */
export function notifyKnown(): void {
  if (data.page !== "register") return;
  const title = document.querySelector("[data-view=known] h1");
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
    notifyOf(refusalOf(caught));
  }
}
