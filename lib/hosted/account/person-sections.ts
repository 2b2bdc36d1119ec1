import { copies, fill } from "@/lib/hosted/copy";
import { actButton, selectField, textField } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import type { AccountDrawing } from "./account-drawing";
import { section } from "./account-elements";

/** Renders the user's names and language, which they may change. */
export function profileSection({
  copy,
  givenName,
  familyName,
  chosenLocale,
}: AccountDrawing): Html {
  const { profile, language, browserLanguage, saveProfile } = copy.account;
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
    "profile",
    profile,
    html`
      <form data-form="profile" class="flex flex-col gap-5" novalidate>
        <div class="grid gap-5 sm:grid-cols-2 sm:gap-3">
          ${nameField("givenName", givenName, "given-name")}
          ${nameField("familyName", familyName, "family-name")}
        </div>
        ${selectField({
          name: "locale",
          label: language,
          autocomplete: "language",
          value: chosenLocale ?? "",
          options: [
            { value: "", text: browserLanguage },
            ...Object.entries(copies).map(([tag, { language: text }]) => ({
              value: tag,
              text,
              lang: tag,
            })),
          ],
        })}
        ${actButton({ tone: "secondary", label: saveProfile })}
      </form>`,
  );
}

/** Renders the user's email, which a code to the new mailbox changes. */
export function emailSection({ copy, email }: AccountDrawing): Html {
  const { emailTitle, emailLead, newEmail, changeEmail } = copy.account;
  return section(
    "email-change",
    emailTitle,
    html`
      <form data-form="email" class="flex flex-col gap-5" novalidate>
        <p class="text-sm text-pretty text-quiet">${
          email !== "" && html`<strong class="font-medium break-words text-ink">${email}</strong>. `
        }${emailLead}</p>
        ${textField({ name: "email", label: newEmail, type: "email", autocomplete: "email", maxlength: 254 })}
        ${actButton({ tone: "secondary", label: changeEmail })}
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

/** Renders the way to delete the account, if the tenancy offers it. */
export function deletionSection({ copy, brand, deletion, emailVerified }: AccountDrawing): Html {
  if (deletion === "off") return html``;
  const { deleteTitle, deleteLead, deleteForGood, deleteOpen } = copy.account;
  return section(
    "deletion",
    deleteTitle,
    html`
      <p class="text-sm text-pretty text-quiet">${fill(emailVerified ? deleteLead : deleteForGood, { brand })}</p>
      ${actButton({ tone: "secondary", label: deleteOpen, act: "delete" })}`,
  );
}
