import { fill } from "./copy";
import { actButton, link, noticePlace, textField, view } from "./elements";
import { type Html, html } from "./html";
import { keyMark, mailMark } from "./marks";
import { type Drawing, emailField } from "./shared-views";

/** URLs of the three pages for the same request. */
export interface PageLinks {
  signIn: string;
  code: string;
  register: string;
}

const orLine = (or: string): Html => html`
  <div class="flex items-center gap-3 text-sm text-quiet" aria-hidden="true">
    <span class="h-px grow bg-line"></span>${or}<span class="h-px grow bg-line"></span>
  </div>`;

/**
 * Renders the sign-in: a passkey first, an emailed code as the alternative. Enter in the email field
 * sends the code, because a passkey needs no email.
 */
export function signInView(drawing: Drawing, links: PageLinks, mayRegister: boolean): Html {
  const { copy, brand } = drawing;
  const { title, lead, passkey, code, newHere, create } = copy.signIn;
  return view(
    { name: "start", title: fill(title, { brand }), lead, isFirst: true },
    html`
      <form data-form="send-code" class="flex flex-col gap-5" novalidate>
        ${noticePlace} ${emailField(drawing, "username webauthn", copy.fields.emailNote)}
        ${actButton({ tone: "primary", label: passkey, mark: keyMark, act: "passkey" })}
        ${orLine(copy.fields.or)}
        ${actButton({ tone: "secondary", label: code, mark: mailMark })}
        ${
          mayRegister &&
          html`<p class="text-center text-sm text-quiet">${newHere} ${link(links.register, create)}</p>`
        }
      </form>`,
  );
}

export function codeView(drawing: Drawing, links: PageLinks): Html {
  const { copy, brand } = drawing;
  const { title, lead, send, passkey } = copy.byCode;
  return view(
    { name: "start", title, lead: fill(lead, { brand }), isFirst: true },
    html`
      <form data-form="send-code" class="flex flex-col gap-5" novalidate>
        ${noticePlace} ${emailField(drawing, "email")}
        ${actButton({ tone: "primary", label: send, mark: mailMark })}
        <p class="text-center text-sm text-quiet">${link(links.signIn, passkey)}</p>
      </form>`,
  );
}

export function registerView(drawing: Drawing, links: PageLinks, mayRegister: boolean): Html {
  const { copy, brand } = drawing;
  const { title, lead, send, haveOne, signIn, closedTitle, closedLead } = copy.register;
  if (!mayRegister)
    return view(
      { name: "start", title: closedTitle, lead: fill(closedLead, { brand }), isFirst: true },
      html`<p>${link(links.signIn, signIn)}</p>`,
    );
  const nameField = (name: "givenName" | "familyName", autocomplete: string) =>
    textField({
      name,
      label: copy.fields[name],
      note: copy.fields.optional,
      type: "text",
      autocomplete,
      maxlength: 100,
    });
  return view(
    { name: "start", title: fill(title, { brand }), lead, isFirst: true },
    html`
      <form data-form="send-code" class="flex flex-col gap-5" novalidate>
        ${noticePlace} ${emailField(drawing, "email")}
        <div class="grid gap-5 sm:grid-cols-2 sm:gap-3">
          ${nameField("givenName", "given-name")}${nameField("familyName", "family-name")}
        </div>
        ${actButton({ tone: "primary", label: send })}
        <p class="text-center text-sm text-quiet">${haveOne} ${link(links.signIn, signIn)}</p>
      </form>`,
  );
}
