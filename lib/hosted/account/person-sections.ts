import { copies, fill } from "@/lib/hosted/copy";
import { actButton, selectField, textField, withMarkup } from "@/lib/hosted/elements";
import { type Html, html } from "@/lib/hosted/html";
import type { AccountDrawing } from "./account-drawing";
import { badge, moment, section, smallButton } from "./account-elements";

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

/** Renders the user's email with its state, and the button that verifies it. */
function presentEmail({ copy, email, emailVerified }: AccountDrawing): Html {
  const { emailVerified: verified, emailNotVerified, verifyEmail, verifyEmailOf } = copy.account;
  return html`<div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p class="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <strong class="min-w-0 font-medium break-words">${email}</strong>
      ${emailVerified ? badge(verified, "good") : badge(emailNotVerified, "warning")}
    </p>
    ${
      !emailVerified &&
      smallButton({
        label: verifyEmail,
        act: "verify-email",
        name: fill(verifyEmailOf, { email }),
        data: { email },
      })
    }
  </div>`;
}

/** Renders the user's email, which a code to the new mailbox changes. Only an owned one gets a notice. */
export function emailSection(drawing: AccountDrawing): Html {
  const { copy, email, emailVerified, ownsEmail } = drawing;
  const texts = copy.account;
  const hasEmail = email !== "";
  const lead = !hasEmail ? texts.emailLeadFirst : ownsEmail ? texts.emailLead : texts.emailLeadNew;
  return section(
    "email-change",
    texts.emailTitle,
    html`
      ${hasEmail && presentEmail(drawing)}
      <form
        data-form="email"
        data-verified="${emailVerified ? email : ""}"
        class="flex flex-col gap-5"
        novalidate
      >
        <p class="text-sm text-pretty text-quiet">${lead}</p>
        ${textField({ name: "email", label: hasEmail ? texts.newEmail : copy.fields.email, type: "email", autocomplete: "email", maxlength: 254 })}
        ${actButton({ tone: "secondary", label: hasEmail ? texts.changeEmail : texts.addEmail })}
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

/** Says what a deletion does. */
export function deletionLead({ copy, locale, email, ownsEmail, erasesAt }: AccountDrawing): Html {
  const { deleteLead, deleteForGood } = copy.account;
  if (!ownsEmail) return html`${deleteForGood}`;
  return withMarkup(deleteLead, { time: moment(locale, erasesAt), email: html`${email}` });
}

/** Renders the way to delete the account, if the tenancy offers it. */
export function deletionSection(drawing: AccountDrawing): Html {
  if (drawing.deletion === "off") return html``;
  const { deleteTitle, deleteOpen } = drawing.copy.account;
  return section(
    "deletion",
    deleteTitle,
    html`
      <p class="text-sm text-pretty text-quiet">${deletionLead(drawing)}</p>
      ${actButton({ tone: "secondary", label: deleteOpen, act: "delete" })}`,
  );
}
