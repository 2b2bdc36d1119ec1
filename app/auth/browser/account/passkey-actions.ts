import { callStep, postStep, refusalOf } from "@/app/auth/browser/call-step";
import { beginCode, type SentCode } from "@/app/auth/browser/code-entry";
import { exactTime } from "@/app/auth/browser/exact-time";
import { say } from "@/app/auth/browser/page-data";
import { setBusy, show } from "@/app/auth/browser/view";
import { runAlone } from "@/lib/client/one-ceremony";
import { registerPasskey } from "@/lib/client/register-passkey";
import { canSignal, signalAll } from "@/lib/client/signal";
import { withConfirmation } from "./confirm";
import { leave, renew, tell } from "./kept-words";
import { tellFailure } from "./outcome";

/** Where the page says what happened to passkeys. */
const card = "passkeys";

interface Added {
  quarantinedUntil: number;
}

const create = () =>
  withConfirmation(card, () =>
    runAlone(
      false,
      undefined,
      async (signal) =>
        (await registerPasskey(postStep({}), undefined, {}, signal)) as unknown as Added,
    ),
  );

/** Emails a code to the user's mailbox. A right one leads back to adding the passkey. */
const prove = () =>
  beginCode({
    send: (pending) => callStep<SentCode>("send-proof", pending === undefined ? {} : { pending }),
    async check({ pending }, code) {
      await callStep("check-proof", { pending, code });
      show("start");
      await addPasskey();
    },
  });

/** Adds a passkey, after a code to the mailbox if the tenancy requires one. */
export async function addPasskey(button?: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    const { quarantinedUntil } = await create();
    if (quarantinedUntil > 0)
      renew("addedWaits", { card, values: { time: exactTime(quarantinedUntil) } });
    else renew("added", { card });
  } catch (caught) {
    if (refusalOf(caught)._tag !== "@error/ProofRequired") return tellFailure(caught, card);
    await prove().catch((refused: unknown) => {
      if (refusalOf(refused)._tag !== "@error/Forbidden") return tellFailure(refused, card);
      setBusy(false);
      tell(say("noEmail"), { card, tone: "bad" });
    });
  }
}

/** Stores how the user calls a passkey. */
export async function renamePasskey(passkeyId: string, label: string): Promise<void> {
  setBusy(true);
  try {
    await withConfirmation(card, () => callStep("rename-passkey", { passkeyId, label }));
    renew("renamed", { card });
  } catch (caught) {
    tellFailure(caught, card);
  }
}

interface Removed {
  rpId: string;
  credentialId: string;
}

/**
 * Reports a passkey that the user didn't use. Disabling it ends their sessions. After the last one, says
 * so above the field for the code that was sent, with which the user signs in.
 */
export async function reportPasskey({
  passkey: passkeyId = "",
  name = "",
  last,
}: DOMStringMap): Promise<void> {
  const values = { name };
  setBusy(true);
  try {
    const sent = await withConfirmation("activity", () =>
      callStep<{ outcome: string } & Partial<SentCode>>("report-passkey", { passkeyId }),
    );
    if (sent.outcome === "recorded") return renew("reportRecorded", { card, values });
    if (sent.pending === undefined)
      return leave(last === "" ? "reported" : "reportedSignIn", { values });
    let first: SentCode | undefined = sent as unknown as SentCode;
    await beginCode({
      async send(pending) {
        const code =
          first ?? (await callStep<SentCode>("send-code", { email: sent.email, pending }));
        first = undefined;
        return code;
      },
      async check({ pending }, code) {
        await callStep("check-code", { pending, code });
        renew("reportedLast", { card, values });
      },
      // The session ended with the report.
      cancel: () => leave("reportedSignIn", { values }),
    });
    tell(say("reportedCode", values), { card: "code", tone: "note" });
  } catch (caught) {
    tellFailure(caught, "activity");
  }
}

const unknown = "signalUnknownCredential";
/** How long the page waits for the device. A browser may never settle a signal. */
const signalMs = 1_000;

/** Removes a passkey, and tells the device. Without the session's own, the user is signed out. */
export async function removePasskey({
  passkey: passkeyId = "",
  used = "",
}: DOMStringMap): Promise<void> {
  setBusy(true);
  try {
    const { rpId, credentialId } = await withConfirmation(card, () =>
      callStep<Removed>("remove-passkey", { passkeyId }),
    );
    if (canSignal(unknown)) {
      const sent = signalAll(unknown, [{ rpId, credentialId }], undefined);
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, signalMs))]);
    }
    (used === "" ? renew : leave)("removed", { card });
  } catch (caught) {
    tellFailure(caught, card);
  }
}
