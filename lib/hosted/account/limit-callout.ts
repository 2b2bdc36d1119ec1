import { fill } from "@/lib/hosted/copy";
import { actButton } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import { keyMark } from "@/lib/hosted/marks";
import type { AccountDrawing } from "./account-drawing";
import { callout, summary } from "./account-elements";

/** Says how a user without their passkey gets a new one, which the code of this session can't create. */
function lostPasskey({ copy, brand, isFull }: AccountDrawing): Html {
  const { lost, lostSignIn, lostCreate, lostWait, lostAsk, lostFull } = copy.account;
  const ask = html`<p>${fill(isFull ? lostFull : lostAsk, { brand })}</p>`;
  const steps = html`<ol class="flex list-decimal flex-col gap-1 pl-5">
    ${[lostSignIn, lostCreate, lostWait].map((step) => html`<li>${fill(step, { brand })}</li>`)}
  </ol>`;
  return html`<details>
    <summary class="${summary}">${lost}</summary>
    <div class="flex flex-col gap-3 pt-1 text-sm text-pretty text-quiet">${!isFull && steps}${ask}</div>
  </details>`;
}

/** Says why the session is limited, and how to lift that. */
export function limitCallout(drawing: AccountDrawing): Html {
  const { copy, limit, mayAdd, isFull } = drawing;
  const { byCodeTitle, byCodeLead, youngTitle, youngLead, firstTitle, firstLead, confirm, add } =
    copy.account;
  const button = actButton({ tone: "secondary", label: confirm, mark: keyMark, act: "confirm" });
  if (limit === "code")
    return callout(byCodeTitle, byCodeLead, html`${button}${lostPasskey(drawing)}`);
  if (limit === "young") return callout(youngTitle, youngLead, button);
  if (limit === "first")
    return callout(
      firstTitle,
      firstLead,
      mayAdd && !isFull
        ? actButton({ tone: "primary", label: add, mark: keyMark, act: "add" })
        : html``,
    );
  return html``;
}
