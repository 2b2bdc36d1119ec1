import { refusalOf } from "@/app/auth/browser/call-step";
import { explain, isClosedPrompt } from "@/app/auth/browser/explain";
import { say } from "@/app/auth/browser/page-data";
import { setBusy } from "@/app/auth/browser/view";
import { Unconfirmed } from "./confirm";
import { leave, tell } from "./kept-words";

/** Shows in a card why its action failed. An ended session opens the sign-in, which says so. */
export function tellFailure(caught: unknown, card?: string): void {
  const refusal = refusalOf(caught);
  if (refusal._tag === "@error/InvalidToken")
    return leave("signedOut", { tone: "note", ...(card === undefined ? {} : { card }) });
  setBusy(false);
  const message =
    refusal._tag === "@error/Forbidden"
      ? say("notAllowed")
      : isClosedPrompt(refusal)
        ? say(caught instanceof Unconfirmed ? "notConfirmed" : "notChanged")
        : explain(refusal);
  if (message !== undefined)
    tell(message, {
      tone: isClosedPrompt(refusal) ? "note" : "bad",
      ...(card === undefined ? {} : { card }),
    });
}
