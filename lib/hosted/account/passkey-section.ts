import type { AccountPasskey } from "@/lib/domain/page/account/list-account-passkeys";
import { fill } from "@/lib/hosted/copy";
import { actButton, withMarkup } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import { keyMark } from "@/lib/hosted/marks";
import type { AccountDrawing } from "./account-drawing";
import { badge, moment, section, smallButton } from "./account-elements";
import { namePasskey, passkeyData } from "./name-passkey";

/** States what a user must know about a passkey, most important first. */
function factsOf({ copy, locale }: AccountDrawing, passkey: AccountPasskey): Html[] {
  const { created, lastUsed, neverUsed, synced, notSynced, disabled, waiting } = copy.account;
  const { label, provider, addedAt, lastUsedAt, quarantinedUntil, isDisabled, isSynced } = passkey;
  const at = (text: string, ms: number, isExact = false) =>
    withMarkup(text, { time: moment(locale, ms, isExact) });
  return [
    ...(isDisabled ? [html`<strong class="font-medium text-danger">${disabled}</strong>`] : []),
    ...(quarantinedUntil > 0 && !isDisabled ? [at(waiting, quarantinedUntil, true)] : []),
    ...(label !== null && provider !== null ? [html`${provider}`] : []),
    html`${isSynced ? synced : notSynced}`,
    at(created, addedAt),
    lastUsedAt === null ? html`${neverUsed}` : at(lastUsed, lastUsedAt),
  ];
}

function buttonsOf(drawing: AccountDrawing, passkey: AccountPasskey, isRemovable: boolean): Html {
  const { rename, remove, renameOf, removeOf, lastOne } = drawing.copy.account;
  const name = namePasskey(drawing, passkey);
  const data = passkeyData(drawing, passkey);
  return html`
    <div class="flex flex-wrap gap-2">
      ${smallButton({ label: rename, act: "rename", name: fill(renameOf, { name }), data })}
      ${isRemovable && smallButton({ label: remove, act: "remove", name: fill(removeOf, { name }), data })}
    </div>
    ${!isRemovable && html`<p class="text-sm text-pretty text-quiet">${lastOne}</p>`}`;
}

/** Of a session that changes nothing, but may report a passkey. */
function reportButton(drawing: AccountDrawing, passkey: AccountPasskey): Html {
  const { notMe, notMeOf } = drawing.copy.account;
  const name = namePasskey(drawing, passkey);
  return html`<div>${smallButton({
    label: notMe,
    act: passkey.report === "disables" ? "report" : "report-only",
    name: fill(notMeOf, { name }),
    data: passkeyData(drawing, passkey),
  })}</div>`;
}

/** Whether a removal would leave the user a way to sign in. `removeAccountPasskey` decides. */
function isRemovable(
  { passkeys, signsInByCode }: AccountDrawing,
  passkey: AccountPasskey,
): boolean {
  const isUsable = ({ isDisabled, quarantinedUntil }: AccountPasskey) =>
    !isDisabled && quarantinedUntil === 0;
  return (
    passkey.isDisabled ||
    signsInByCode ||
    passkeys.some((other) => other !== passkey && isUsable(other))
  );
}

/** Renders the product's icon. One that doesn't say what it is gets a key. */
const iconOf = ({ provider, aaguid }: AccountPasskey): Html =>
  provider === null
    ? html`<span
        class="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-lg bg-sunken text-quiet"
      >${keyMark}</span>`
    : html`<img
        src="/aaguid/${aaguid}/icon.svg"
        alt=""
        width="32"
        height="32"
        class="mt-0.5 size-8 shrink-0 rounded-lg"
      >`;

function passkeyItem(drawing: AccountDrawing, passkey: AccountPasskey): Html {
  const { thisBrowser, inUse } = drawing.copy.account;
  return html`<li class="flex gap-4 py-4 first:pt-0 last:pb-0">
    ${iconOf(passkey)}
    <div class="flex min-w-0 grow flex-col gap-3">
      <div class="flex flex-col gap-1">
        <h3 class="flex flex-wrap items-center gap-2 font-medium">
          <span class="min-w-0 break-words">${namePasskey(drawing, passkey)}</span>
          ${passkey.isInUse && badge(passkey.isThisDevice ? thisBrowser : inUse)}
        </h3>
        <ul class="text-sm text-quiet">${factsOf(drawing, passkey).map(
          (fact) => html`<li>${fact}</li>`,
        )}</ul>
      </div>
      ${drawing.mayChange && buttonsOf(drawing, passkey, isRemovable(drawing, passkey))}
      ${!drawing.mayChange && passkey.report !== "no" && reportButton(drawing, passkey)}
    </div>
  </li>`;
}

/** Renders the user's passkeys, and the button to add one. */
export function passkeySection(drawing: AccountDrawing): Html {
  const { copy, brand, passkeys, limit, mayAdd, isFull } = drawing;
  // The callout of a user without a working passkey has the button.
  const isOffered = mayAdd && !isFull && limit !== "first";
  const { passkeys: title, noPasskeys, add, full } = copy.account;
  return section(
    "passkeys",
    title,
    html`
      ${
        passkeys.length === 0
          ? html`<p class="text-quiet">${noPasskeys}</p>`
          : html`<ul class="divide-y divide-line">${passkeys.map((each) => passkeyItem(drawing, each))}</ul>`
      }
      ${isOffered && actButton({ tone: "primary", label: add, mark: keyMark, act: "add" })}
      ${mayAdd && isFull && html`<p class="text-sm text-quiet">${fill(full, { brand })}</p>`}`,
  );
}
