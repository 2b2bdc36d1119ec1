import { fill } from "@/lib/hosted/copy";
import { actButton, selectField, slot, view, withMarkup } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import { enterCode } from "@/lib/hosted/shared-views";
import type { AccountDrawing } from "./account-drawing";
import { saidPlace, smallButton } from "./account-elements";
import { activitySection } from "./activity-section";
import { limitCallout } from "./limit-callout";
import { passkeySection } from "./passkey-section";
import {
  dataSection,
  deletionLead,
  deletionSection,
  emailSection,
  profileSection,
} from "./person-sections";

const dialogClass = [
  "m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-surface p-6 text-ink",
  "shadow-lg backdrop:bg-black/50",
].join(" ");

const input = "min-h-11 w-full rounded-lg border border-control bg-surface px-3 text-base text-ink";

function dialog(name: string, title: string, content: Html): Html {
  return html`<dialog id="${name}" aria-labelledby="${name}-title" class="${dialogClass}">
    <form method="dialog" data-form="${name}" class="flex flex-col gap-5" novalidate>
      <h2 id="${name}-title" data-title class="text-lg font-semibold break-words">${title}</h2>
      ${content}
    </form>
  </dialog>`;
}

const buttons = (
  confirm: string,
  cancel: string,
  tone: "primary" | "danger" = "danger",
): Html => html`
  <div class="flex flex-col gap-2">
    ${actButton({ tone, label: confirm })}
    ${actButton({ tone: "plain", label: cancel, act: "close" })}
  </div>`;

/** Says what a dialog does to one passkey. The script shows its date, and of `cases` those that apply. */
const about = (lead: string, cases: Record<string, string>): Html => html`
  <div class="flex flex-col gap-2 text-sm text-pretty text-quiet">
    <p data-created></p>
    <p>${lead}</p>
    ${Object.entries(cases).map(
      ([name, text]) => html`<p data-if="${name}" hidden class="font-medium text-ink">${text}</p>`,
    )}
  </div>`;

/** Asks for a reason from a list, so that the answer has no text that names people. */
const reasonField = ({ copy }: AccountDrawing): Html =>
  selectField({
    name: "reason",
    label: copy.account.reasonLabel,
    options: Object.entries({ "": copy.account.reasonNone, ...copy.account.reasons }).map(
      ([value, text]) => ({ value, text }),
    ),
  });

function deletionDialog(drawing: AccountDrawing): Html {
  const { copy, brand, deletion } = drawing;
  const { deleteQuestion, deleteConfirm, cancel } = copy.account;
  return dialog(
    "delete",
    fill(deleteQuestion, { brand }),
    html`
      <p class="text-sm text-pretty text-quiet">${deletionLead(drawing)}</p>
      ${deletion === "reason" && reasonField(drawing)} ${buttons(deleteConfirm, cancel)}`,
  );
}

function dialogs(drawing: AccountDrawing): Html {
  const { copy } = drawing;
  const { renameTitle, nameLabel, nameHint, save, cancel, ...account } = copy.account;
  return html`
    ${dialog(
      "rename",
      renameTitle,
      html`
        <div class="flex flex-col gap-1.5">
          <label for="label" class="text-sm font-medium">${nameLabel}</label>
          <input
            id="label"
            name="label"
            type="text"
            autocomplete="off"
            maxlength="60"
            aria-describedby="label-hint"
            class="${input}"
          >
          <p id="label-hint" class="text-sm text-quiet">${nameHint}</p>
        </div>
        ${buttons(save, cancel, "primary")}`,
    )}
    ${dialog(
      "remove",
      account.remove,
      html`
        ${about(account.removeLead, { used: account.removeInUse, last: account.removeLast })}
        ${buttons(account.removeConfirm, cancel)}`,
    )}
    ${dialog(
      "report",
      account.notMe,
      html`
        ${about(account.notMeLead, { used: account.notMeInUse, others: account.notMeOthers, last: account.notMeLast })}
        ${buttons(account.notMeConfirm, cancel)}`,
    )}
    ${dialog(
      "report-only",
      account.notMe,
      html`
        ${about(fill(account.reportOnlyLead, { brand: drawing.brand }), { used: account.notMeInUse })}
        ${buttons(account.reportOnlyConfirm, cancel, "primary")}`,
    )}
    ${drawing.deletion !== "off" && deletionDialog(drawing)}`;
}

/** Confirms the deletion, with what is left to do. */
function deletedViews({ copy, brand, email }: AccountDrawing): Html {
  const { erasingTitle, erasingLead, erasedTitle, erasedLead } = copy.account;
  const views = [
    {
      name: "erasing",
      title: erasingTitle,
      lead: withMarkup(erasingLead, { time: slot("time"), email: html`${email}` }),
    },
    { name: "erased", title: erasedTitle, lead: fill(erasedLead, { brand }) },
  ];
  return html`${views.map((each) => html`<div class="${hiddenCard}">${view(each, html``)}</div>`)}`;
}

/** A card for one view, hidden with it. */
const hiddenCard =
  "rounded-2xl border border-line bg-surface p-6 shadow-sm has-[section[hidden]]:hidden sm:p-8";

const heading = "text-[1.625rem] leading-tight font-semibold tracking-tight text-balance";

/** Renders the account of a signed-in user. */
export function accountViews(drawing: AccountDrawing): Html {
  const { copy, brand, email } = drawing;
  const { title, signedInAs, signOut } = copy.account;
  return html`
    <div data-view="start" class="flex flex-col gap-5">
      <header class="flex flex-wrap items-start justify-between gap-3">
        <div class="flex min-w-0 flex-col gap-1">
          <h1 tabindex="-1" class="${heading}">${fill(title, { brand })}</h1>
          ${email !== "" && html`<p class="break-words text-quiet">${fill(signedInAs, { email })}</p>`}
        </div>
        ${smallButton({ label: signOut, act: "sign-out" })}
      </header>
      ${saidPlace()}
      ${limitCallout(drawing)}
      ${passkeySection(drawing)}
      ${activitySection(drawing)}
      ${drawing.mayChange && profileSection(drawing)}
      ${drawing.mayChange && emailSection(drawing)}
      ${drawing.mayChange && dataSection(drawing)}
      ${drawing.mayChange && deletionSection(drawing)}
    </div>
    <div class="${hiddenCard}">
      <div class="mb-6 has-[:empty]:hidden">${saidPlace("code")}</div>
      ${enterCode({ ...drawing, hasOtherAddress: false })}
    </div>
    ${drawing.deletion !== "off" && deletedViews(drawing)}
    ${dialogs(drawing)}`;
}
