import { type AccountRequest, sealTicket } from "@/lib/domain/page/account/account-request";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import type { Visitor } from "@/lib/hosted/admit-visitor";
import { copyOf, fill } from "@/lib/hosted/copy";
import { actButton, noticePlace, view, withSlot } from "@/lib/hosted/elements";
import { signInView } from "@/lib/hosted/first-views";
import { dataIsland, html } from "@/lib/hosted/html";
import { keyMark } from "@/lib/hosted/marks";
import { pageResponse } from "@/lib/hosted/page-response";
import { laterViews, otherAddress } from "@/lib/hosted/shared-views";
import { lifetimes } from "@/lib/limits";
import { accountPath } from "./account-cookie";
import { saidPlace } from "./account-elements";
import { footer, keepsEmailsHere, messagesOf } from "./account-frame";

/** The sign-in of the hosted pages, with the texts of the account. */
export async function signInPage(visitor: Visitor, request: AccountRequest): Promise<Response> {
  const { ctx } = visitor;
  const { locale } = request;
  const shared = copyOf(locale);
  const brand = brandNameOf(ctx);
  const { title, signInLead: lead, openingLead, openAccount, noneTitle, noneLead } = shared.account;
  const copy = {
    ...shared,
    signIn: { ...shared.signIn, title, lead },
    // An account may exist that claims the address without having verified it.
    none: { title: noneTitle, lead: noneLead },
    leaving: { ...shared.leaving, lead: openingLead, go: openAccount },
  };
  const drawing = {
    copy,
    brand,
    place: brand,
    page: "sign-in",
    loginHint: undefined,
    requiresPasskey: false,
    signInUrl: "",
    hasInbox: keepsEmailsHere(),
  } as const;
  const data = {
    ticket: await sealTicket(ctx, { locale }),
    page: "sign-in",
    bindsCodes: true,
    steps: `${accountPath(ctx.tenancy.id)}/steps`,
    prompt: false,
    lifetimeMs: lifetimes.hostedRequestMs,
    returns: { unavailable: "" },
    messages: messagesOf(copy, brand),
  };
  const { erasingTitle, pendingLead } = shared.account;
  const pending = view(
    { name: "erasing", title: erasingTitle, lead: withSlot(pendingLead, "time") },
    html``,
  );
  const links = { signIn: "", code: "", register: "" };
  const none = html`<div class="flex flex-col gap-5">
    ${noticePlace}
    ${actButton({ tone: "primary", label: shared.signIn.passkey, mark: keyMark, act: "passkey" })}
    ${otherAddress(drawing)}
  </div>`;
  return pageResponse(
    200,
    { locale, title: fill(title, { brand }), brand: ctx.tenancy, script: "script" },
    {
      main: html`<div class="mb-6 has-[:empty]:hidden">${saidPlace()}</div>${signInView(drawing, links, false)}${laterViews(drawing, none)}${pending}${dataIsland("page", data)}`,
      outside: footer(visitor, request),
    },
  );
}
