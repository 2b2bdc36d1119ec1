import { fill } from "@/lib/hosted/copy";
import { actButton, textField } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import type { AccountDrawing } from "./account-drawing";
import { section } from "./account-elements";

/** Renders the user's names, which they may change. */
export function namesSection({ copy, givenName, familyName }: AccountDrawing): Html {
  const nameField = (name: "givenName" | "familyName", value: string, autocomplete: string) =>
    textField({
      name,
      label: copy.fields[name],
      type: "text",
      autocomplete,
      value,
      maxlength: 100,
    });
  return section(
    "names",
    copy.account.names,
    html`
      <form data-form="names" class="flex flex-col gap-5" novalidate>
        <div class="grid gap-5 sm:grid-cols-2 sm:gap-3">
          ${nameField("givenName", givenName, "given-name")}
          ${nameField("familyName", familyName, "family-name")}
        </div>
        ${actButton({ tone: "secondary", label: copy.account.saveNames })}
      </form>`,
  );
}

/** Renders the download of everything stored about the user. */
export function dataSection({ copy, brand }: AccountDrawing): Html {
  const { data, dataLead, download } = copy.account;
  return section(
    "data",
    data,
    html`
      <p class="text-sm text-pretty text-quiet">${fill(dataLead, { brand })}</p>
      ${actButton({ tone: "secondary", label: download, act: "download" })}`,
  );
}
