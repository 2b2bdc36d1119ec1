import type { AccountActivity } from "@/lib/domain/page/account/list-account-activity";
import { fill } from "@/lib/hosted/copy";
import { type Html, html } from "@/lib/hosted/html";
import type { AccountDrawing } from "./account-drawing";
import { moment, section, smallButton, summary } from "./account-elements";
import { namePasskey, passkeyData } from "./name-passkey";

/** Names the passkey of an activity in quotes. One that was removed has no name any more. */
function nameUsed(drawing: AccountDrawing, { passkey, provider }: AccountActivity): string {
  const { quoted, removedSince, unnamed } = drawing.copy.account;
  const name = passkey === null ? provider : namePasskey(drawing, passkey);
  if (name === null) return removedSince;
  return name === unnamed ? "" : fill(quoted, { name });
}

/** Fills in the brand and the passkey. Of one without a name, the words say only “passkey”. */
function fillWords(drawing: AccountDrawing, activity: AccountActivity, words: string): string {
  const passkey = nameUsed(drawing, activity);
  const shown = passkey === "" ? words.replace(" {{passkey}}", "") : words;
  return fill(shown, { brand: drawing.brand, passkey });
}

/** Names the fields that an update changed, such as "First name, language". */
function changedWords(drawing: AccountDrawing, { changed }: AccountActivity): string {
  const { copy, locale, brand } = drawing;
  const names = changed.map((field) => fill(copy.account.changed[field], { brand })).join(", ");
  return `${names.charAt(0).toLocaleUpperCase(locale)}${names.slice(1)}`;
}

/** Renders what was changed, why a sign-in failed, or whom to ask why the application changed a passkey. */
function reasonOf(drawing: AccountDrawing, activity: AccountActivity): Html {
  const { activityReasons, askWhy } = drawing.copy.account;
  if (activity.changed.length > 0)
    return html`<p class="text-sm text-pretty">${changedWords(drawing, activity)}</p>`;
  const isAsked = activity.kind === "passkey.disabled" && activity.by === "others";
  const words = activity.reason === null ? isAsked && askWhy : activityReasons[activity.reason];
  if (words === false) return html``;
  return html`<p class="text-sm text-pretty">${fillWords(drawing, activity, words)}</p>`;
}

/** Renders the button that reports the passkey. */
function reportOf(drawing: AccountDrawing, { passkey, report }: AccountActivity): Html {
  const { notMe, notMeOf } = drawing.copy.account;
  if (passkey === null || report !== "may") return html``;
  return smallButton({
    label: notMe,
    act: passkey.report === "disables" ? "report" : "report-only",
    name: fill(notMeOf, { name: namePasskey(drawing, passkey) }),
    data: passkeyData(drawing, passkey),
  });
}

/** What to do about something that isn't a use of a passkey, which no button can undo; null for the rest. */
function adviceOf({ copy }: AccountDrawing, { by, kind }: AccountActivity): string | null {
  const { notMeBrand, notMeCode, notMeEmail } = copy.account;
  if (kind === "sign-in.by-code") return notMeCode;
  if (kind === "user.email-changed") return by === "user" ? notMeEmail : notMeBrand;
  return kind === "user.email-changed-or-verified" ? notMeEmail : null;
}

/** Renders "This wasn't me" as a fold with what to do. */
function adviceFold(drawing: AccountDrawing, activity: AccountActivity): Html {
  const advice = adviceOf(drawing, activity);
  if (advice === null) return html``;
  return html`<details class="text-sm">
    <summary class="${summary}">${drawing.copy.account.notMe}</summary>
    <p class="text-pretty text-quiet">${fill(advice, { brand: drawing.brand })}</p>
  </details>`;
}

/** Says what has to happen before the passkey can be reported. */
const beforeReport = ({ copy }: AccountDrawing): Html =>
  html`<p class="mt-1 text-sm text-pretty text-quiet">${copy.account.notMeFirst}</p>`;

function activityItem(
  drawing: AccountDrawing,
  activity: AccountActivity,
  isFirstOf: boolean,
): Html {
  const { copy, locale } = drawing;
  const { activities, ownActivities } = copy.account;
  const { at, browser } = activity;
  const words = activity.by === "user" ? ownActivities[activity.kind] : activities[activity.kind];
  return html`<li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 sm:flex-nowrap">
    <div class="min-w-0">
      <p class="break-words">${fillWords(drawing, activity, words)}</p>
      ${reasonOf(drawing, activity)}
      <p class="text-sm text-quiet">${moment(locale, at, true)}${browser !== null && html`, ${browser}`}</p>
      ${adviceFold(drawing, activity)}
      ${isFirstOf && activity.report === "not-yet" && beforeReport(drawing)}
    </div>
    ${reportOf(drawing, activity)}
  </li>`;
}

/** The others are folded. */
const shownAtOnce = 5;

/** Renders what happened lately. A passkey can be reported at each of its uses. */
export function activitySection(drawing: AccountDrawing): Html {
  const { copy, activity } = drawing;
  const { activity: title, noActivity, showMore } = copy.account;
  const isFirstOf = ({ passkey, report }: AccountActivity, at: number) =>
    activity.findIndex((other) => other.report === report && other.passkey === passkey) === at;
  const items = activity.map((each, at) => activityItem(drawing, each, isFirstOf(each, at)));
  return section(
    "activity",
    title,
    items.length === 0
      ? html`<p class="text-quiet">${noActivity}</p>`
      : html`
    <div class="-my-3 divide-y divide-line">
      <ul class="divide-y divide-line">${items.slice(0, shownAtOnce)}</ul>
      ${
        items.length > shownAtOnce &&
        html`<details>
        <summary class="${summary}">${showMore}</summary>
        <ul class="divide-y divide-line">${items.slice(shownAtOnce)}</ul>
      </details>`
      }
    </div>`,
  );
}
