import { countRequest } from "@/lib/domain/access/rate-limit/count-request";
import {
  type AccountRequest,
  readAccountRequest,
  sealTicket,
} from "@/lib/domain/page/account/account-request";
import {
  accessOf,
  type AccountSession,
  findAccountSession,
  ownsEmail,
} from "@/lib/domain/page/account/account-session";
import { listAccountActivity } from "@/lib/domain/page/account/list-account-activity";
import { listAccountPasskeys } from "@/lib/domain/page/account/list-account-passkeys";
import { isCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import { deletionLimits } from "@/lib/domain/user/deletion/request-deletion";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import { isServiceError } from "@/lib/errors";
import { toVisitor, type Visitor } from "@/lib/hosted/admit-visitor";
import { brokenLink } from "@/lib/hosted/broken-link";
import { copyOf, fill } from "@/lib/hosted/copy";
import { link } from "@/lib/hosted/elements";
import { failedPage } from "@/lib/hosted/failed-page";
import { dataIsland, html } from "@/lib/hosted/html";
import { backToApplication, localeOf, pageResponse, statement } from "@/lib/hosted/page-response";
import { findTenancyOf } from "@/lib/http/endpoint/authenticate";
import { type Call, failureOf, runCall } from "@/lib/http/endpoint/call";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { accountPath, readAccountCookie } from "./account-cookie";
import type { AccountDrawing } from "./account-drawing";
import { footer, keepsEmailsHere, messagesOf } from "./account-frame";
import { signInPage } from "./account-sign-in";
import { accountViews } from "./account-views";
import { maskEmail } from "./mask-email";
import { requireAccountPage } from "./require-account-page";

const label = "account-page";

/** Says why the session may not change the account. */
function limitOf(session: AccountSession, view: string): AccountDrawing["limit"] {
  if (session.passkeyId === null) return session.guardingPasskeys === 0 ? "first" : "code";
  return view === "allowed" ? "none" : "young";
}

/** Returns the name of a file with the user's data of today: "driftwood-data-2026-11-27.json". */
function dataFileOf(brand: string, now: number): string {
  const words = brand.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const day = new Date(now).toISOString().slice(0, 10);
  return `${[...words, "data", day].filter((word) => word !== "").join("-")}.json`;
}

async function livePage(
  visitor: Visitor,
  request: AccountRequest,
  session: AccountSession,
): Promise<Response> {
  const { ctx } = visitor;
  const { locale } = request;
  const copy = copyOf(locale);
  const brand = brandNameOf(ctx);
  const may = (act: "add" | "change") =>
    ["allowed", "confirm"].includes(accessOf(ctx, session, act));
  const view = accessOf(ctx, session, "view");
  const passkeys = await listAccountPasskeys(ctx, session);
  const drawing: AccountDrawing = {
    copy,
    locale,
    brand,
    email: view === "allowed" ? session.email : maskEmail(session.email),
    emailVerified: session.emailVerified,
    ownsEmail: ownsEmail(session),
    signsInByCode: ownsEmail(session) && isCodeSignIn(ctx),
    givenName: session.givenName,
    familyName: session.familyName,
    chosenLocale: session.locale,
    passkeys,
    activity: await listAccountActivity(ctx, session, passkeys),
    mayChange: may("change"),
    mayAdd: may("add"),
    isFull: passkeys.length >= ctx.tenancy.passkeysPerUser,
    limit: limitOf(session, view),
    deletion: ctx.tenancy.accountDeletion,
    erasesAt: ctx.clock.now() + deletionLimits.undoMs,
    hasInbox: keepsEmailsHere(),
  };
  const data = {
    ticket: await sealTicket(ctx, { locale, session: session.hash }),
    page: "account",
    bindsCodes: true,
    hasChosenLanguage: session.locale !== null,
    steps: `${accountPath(ctx.tenancy.id)}/steps`,
    returns: { unavailable: "" },
    messages: {
      ...messagesOf(copy, brand),
      removeTitle: copy.account.removeTitle,
      notMeTitle: copy.account.notMeTitle,
      reportOnlyTitle: copy.account.reportOnlyTitle,
      created: copy.account.created,
      dataFile: dataFileOf(brand, ctx.clock.now()),
      // Another tab has confirmed: the session that this page showed ended, and the user is signed in.
      signedOut: copy.account.messages.notChanged,
    },
  };
  return pageResponse(
    200,
    { locale, title: fill(copy.account.title, { brand }), brand: ctx.tenancy, script: "account" },
    {
      main: html`${accountViews(drawing)}${dataIsland("page", data)}`,
      outside: footer(visitor, request, !drawing.mayChange),
    },
  );
}

async function respond(call: Call): Promise<Response> {
  const { request } = call;
  const query = new URL(request.url).searchParams;
  const visitor = toVisitor(call, await findTenancyOf(call));
  const { ctx } = visitor;
  requireAccountPage(ctx);
  const locale = localeOf(request, query, ctx.tenancy.locale);
  const read = readAccountRequest(ctx, query);
  if (read === null) {
    // Without the address to return to, the page works.
    const account = `${accountPath(ctx.tenancy.id)}?${new URLSearchParams({ locale })}`;
    const wayOn = html`<p>${link(account, copyOf(locale).account.openAccount)}</p>
      ${backToApplication(ctx, locale)}`;
    return brokenLink(call, { ctx, locale, page: "account", wayOn });
  }
  const cookie = readAccountCookie(request);
  // Limits guesses at cookies.
  if (cookie !== undefined)
    await countRequest(ctx, { rule: "verification", address: ctx.client.address });
  const session = await findAccountSession(ctx, cookie);
  if (session === null) return signInPage(visitor, { ...read, locale });
  const ofUser = localeOf(request, query, ctx.tenancy.locale, session.locale);
  return livePage(visitor, { ...read, locale: ofUser }, session);
}

/**
 * The GET handler of the account page: the sign-in, or the account of the session. It renders errors
 * itself: 400 for a redirect_uri that isn't registered, 404 without an account page.
 */
export const accountPage: RouteHandler = (request, context) =>
  runCall(request, context, { label, errors: new Set(["@error/RateLimited"]) }, async (call) => {
    try {
      return await respond(call);
    } catch (caught) {
      const locale = localeOf(request, new URL(request.url).searchParams);
      if (isServiceError(caught) && caught.tag === "@error/InvalidTenancy")
        return statement(call, { status: 404, text: copyOf(locale).missing, locale });
      const { status } = failureOf(call, caught, {
        label,
        errors: new Set(["@error/RateLimited"]),
      });
      return failedPage(call, { status, locale });
    }
  });
