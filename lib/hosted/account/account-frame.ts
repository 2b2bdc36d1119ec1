import { getConfig } from "@/lib/config";
import type { AccountRequest } from "@/lib/domain/page/account/account-request";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import type { Visitor } from "@/lib/hosted/admit-visitor";
import { type Copy, copyOf, fill } from "@/lib/hosted/copy";
import { type Html, html } from "@/lib/hosted/html";
import { backMark } from "@/lib/hosted/marks";
import { switchLanguage } from "@/lib/hosted/switch-language";
import { accountPath } from "./account-cookie";

// What the sign-in and the account share.

export const keepsEmailsHere = (): boolean => {
  const { mode, emailProviders } = getConfig();
  return mode === "local" && emailProviders.length === 0;
};

/** Renders the link back to the application, and the languages where the page has no other choice. */
export function footer(
  { ctx }: Visitor,
  { locale, redirectUri, state }: AccountRequest,
  hasLanguages = true,
): Html {
  const copy = copyOf(locale);
  const back = fill(copy.back, { brand: brandNameOf(ctx) });
  const addressOf = (other: string) =>
    `${accountPath(ctx.tenancy.id)}?${new URLSearchParams({
      ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
      ...(state === undefined ? {} : { state }),
      locale: other,
    })}`;
  return html`${redirectUri !== undefined && backLink(redirectUri, state, back)}
    ${hasLanguages && switchLanguage(copy, locale, addressOf)}`;
}

function backLink(redirectUri: string, state: string | undefined, text: string): Html {
  const url = new URL(redirectUri);
  if (state !== undefined) url.searchParams.append("state", state);
  return html`<p class="text-center text-sm"><a
    data-back
    href="${url.href}"
    class="inline-flex items-center gap-2 text-quiet underline-offset-4 hover:text-ink hover:underline"
  >${backMark}<span data-label>${text}</span></a></p>`;
}

/** What the scripts say. A sign-in says what happened before the session ended. */
export function messagesOf({ messages, account }: Copy, brand: string): Record<string, string> {
  const noEmail = fill(account.messages.noEmail, { brand });
  return { ...messages, ...account.messages, noEmail };
}
