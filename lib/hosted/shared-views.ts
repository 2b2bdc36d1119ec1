import type { Copy } from "./copy";
import { fill } from "./copy";
import { actButton, link, noticePlace, textField, view, withSlot } from "./elements";
import { type Html, html } from "./html";
import { keyMark, mailMark } from "./marks";

/** The data that a page's views render. */
export interface Drawing {
  copy: Copy;
  brand: string;
  /** The application that the user returns to: a host or an app's scheme. */
  place: string;
  page: "sign-in" | "code" | "register";
  loginHint: string | undefined;
  /** Whether emails go to the local inbox. */
  hasInbox: boolean;
  /** Whether a code leads to a new passkey only, and never signs in. */
  requiresPasskey: boolean;
  /** The sign-in page for the same request. */
  signInUrl: string;
}

export const emailField = (
  { copy, loginHint }: Drawing,
  autocomplete: string,
  note?: string,
): Html =>
  textField({
    name: "email",
    label: copy.fields.email,
    ...(note === undefined ? {} : { note }),
    type: "email",
    autocomplete,
    value: loginHint,
    maxlength: 254,
  });

const codeInput = [
  "min-h-14 w-full rounded-lg border border-control bg-surface px-3",
  "text-center font-mono text-2xl tracking-[0.35em] text-ink tabular-nums",
  "aria-invalid:border-danger",
].join(" ");

/**
 * Renders the view that takes an emailed code.
 * @param hasOtherAddress whether the visitor may choose another mailbox
 */
export const enterCode = ({
  copy,
  hasInbox,
  hasOtherAddress = true,
}: Pick<Drawing, "copy" | "hasInbox"> & { hasOtherAddress?: boolean }): Html =>
  view(
    { name: "code", title: copy.enterCode.title, lead: withSlot(copy.enterCode.lead, "email") },
    html`
      <form data-form="code" class="flex flex-col gap-5" novalidate>
        <div class="flex flex-col gap-1.5">
          <label for="code" class="text-sm font-medium">${copy.enterCode.label}</label>
          <input
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            spellcheck="false"
            aria-describedby="code-hint code-error"
            class="${codeInput}"
          >
          <p id="code-hint" class="text-sm text-quiet"></p>
          <p id="code-sent" role="status" class="text-sm text-accent empty:hidden"></p>
          <p id="code-error" role="alert" class="text-sm text-danger empty:hidden"></p>
        </div>
        ${
          hasInbox &&
          html`<p class="text-sm"><a
            href="/inbox"
            target="_blank"
            rel="noreferrer"
            class="text-accent underline underline-offset-4"
          >${copy.enterCode.inbox}</a></p>`
        }
        <div class="flex flex-col gap-2">
          ${actButton({ tone: "primary", label: copy.enterCode.submit })}
          ${actButton({ tone: "secondary", label: copy.enterCode.again, mark: mailMark, act: "resend" })}
          ${
            hasOtherAddress
              ? actButton({ tone: "plain", label: copy.enterCode.otherAddress, act: "restart" })
              : actButton({ tone: "plain", label: copy.account.cancel, act: "restart" })
          }
        </div>
      </form>`,
  );

const choice = (create: string, otherwise: Html, act = "create-passkey"): Html => html`
  ${noticePlace}
  <div class="flex flex-col gap-2">
    ${actButton({ tone: "primary", label: create, mark: keyMark, act })}
    ${otherwise}
  </div>`;

const usePasskey = ({ copy, signInUrl }: Drawing): Html =>
  html`<p class="pt-2 text-center text-sm">${link(signInUrl, copy.signIn.passkey)}</p>`;

function offer(drawing: Drawing): Html {
  const { copy, brand, requiresPasskey } = drawing;
  if (requiresPasskey) {
    const { title, lead } = copy.required;
    return view(
      { name: "known", title, lead: withSlot(fill(lead, { brand }), "email") },
      choice(copy.offer.create, usePasskey(drawing)),
    );
  }
  return view(
    { name: "known", title: copy.offer.title, lead: withSlot(copy.offer.lead, "email") },
    choice(copy.offer.create, actButton({ tone: "plain", label: copy.offer.later, act: "later" })),
  );
}

function create({ copy, page, requiresPasskey }: Drawing): Html {
  const { title, lead, unknownTitle, unknownLead, create, without } = copy.new;
  const texts = page === "register" ? { title, lead } : { title: unknownTitle, lead: unknownLead };
  return view(
    { name: "new", title: texts.title, lead: withSlot(texts.lead, "email") },
    choice(
      create,
      requiresPasskey
        ? html``
        : actButton({ tone: "plain", label: without, act: "without-passkey" }),
    ),
  );
}

/** The offer of a passkey for this device, after a sign-in with a phone or a security key. */
const device = ({ copy }: Drawing): Html =>
  view(
    { name: "device", title: copy.device.title, lead: copy.device.lead },
    choice(
      copy.offer.create,
      actButton({ tone: "plain", label: copy.offer.later, act: "not-here" }),
      "create-here",
    ),
  );

const ended = (
  name: "none" | "disabled" | "full",
  { copy, brand }: Drawing,
  content: Html = html``,
): Html =>
  view(
    { name, title: copy[name].title, lead: withSlot(fill(copy[name].lead, { brand }), "email") },
    content,
  );

const leaving = ({ copy, place }: Drawing): Html =>
  view(
    { name: "leaving", title: copy.leaving.title, lead: fill(copy.leaving.lead, { place }) },
    html`<p><a data-go href="" class="text-accent underline underline-offset-4">${fill(
      copy.leaving.go,
      { place },
    )}</a></p>`,
  );

export const otherAddress = ({ copy }: Drawing): Html =>
  actButton({ tone: "secondary", label: copy.enterCode.otherAddress, act: "restart" });

/**
 * Renders every view after the first. They are the same on all pages.
 * @param none what a visitor without an account can do
 */
export const laterViews = (drawing: Drawing, none = otherAddress(drawing)): Html =>
  html`${[
    enterCode(drawing),
    offer(drawing),
    create(drawing),
    device(drawing),
    ended("none", drawing, none),
    ended("disabled", drawing),
    ended("full", drawing, usePasskey(drawing)),
    leaving(drawing),
  ]}`;
