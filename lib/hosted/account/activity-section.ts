import type { AccountActivity } from "@/lib/domain/account/list-account-activity";
import { fill } from "@/lib/hosted/copy";
import { type Html, html } from "@/lib/hosted/html";
import type { AccountDrawing } from "./account-drawing";
import { moment, section, smallButton } from "./account-elements";

function activityItem(
  { copy, locale, brand }: AccountDrawing,
  activity: AccountActivity,
  isFirstOf: boolean,
): Html {
  const { activities, ownActivities, unnamed, notMe, notMeOf } = copy.account;
  const { at, passkey, browser, reportable } = activity;
  const name = passkey ?? unnamed;
  const used = passkey ?? copy.report.unknownPasskey;
  const words = activity.by === "user" ? ownActivities[activity.kind] : activities[activity.kind];
  return html`<li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
    <div class="min-w-0">
      <p class="break-words">${fill(words, { brand, passkey: used })}</p>
      <p class="text-sm text-quiet">${moment(locale, at)}${browser !== null && html`, ${browser}`}</p>
    </div>
    ${
      reportable !== null &&
      isFirstOf &&
      smallButton({
        label: notMe,
        act: "report",
        name: fill(notMeOf, { name }),
        data: { passkey: reportable, name },
      })
    }
  </li>`;
}

/** Renders what happened lately. Each passkey can be reported once, at its latest event. */
export function activitySection(drawing: AccountDrawing): Html {
  const { copy, activity } = drawing;
  const { activity: title, noActivity } = copy.account;
  const isFirstOf = ({ reportable }: AccountActivity, at: number) =>
    activity.findIndex((other) => other.reportable === reportable) === at;
  return section(
    "activity",
    title,
    activity.length === 0
      ? html`<p class="text-quiet">${noActivity}</p>`
      : html`<ul class="divide-y divide-line">${activity.map((each, at) =>
          activityItem(drawing, each, isFirstOf(each, at)),
        )}</ul>`,
  );
}
