import { getConfig } from "@/lib/config";
import {
  type HostedRequest,
  type Preferences,
  readHostedRequest,
  returnAddress,
  sealRequest,
} from "@/lib/domain/page/hosted/hosted-request";
import { isCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import { ServiceError } from "@/lib/errors";
import { findTenancyOf } from "@/lib/http/endpoint/authenticate";
import { type Call, failureOf, runCall } from "@/lib/http/endpoint/call";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { lifetimes } from "@/lib/limits";
import { toVisitor, type Visitor } from "./admit-visitor";
import { brokenLink } from "./broken-link";
import { copyOf, fill } from "./copy";
import { failedPage } from "./failed-page";
import { codeView, type PageLinks, registerView, signInView } from "./first-views";
import { dataIsland, html } from "./html";
import { backMark } from "./marks";
import { localeOf, pageResponse, placeOf, statement } from "./page-response";
import { type Drawing, laterViews } from "./shared-views";
import { switchLanguage } from "./switch-language";

type PageName = Drawing["page"];

/** Returns the URL of the same request on another page or in another language. */
function addressOf(
  visitor: Visitor,
  request: HostedRequest,
  { loginHint }: Preferences,
  page: PageName,
  locale = request.locale,
): string {
  const query = new URLSearchParams({
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.codeChallenge,
    locale,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  });
  return `/auth/${visitor.ctx.tenancy.id}/${page}?${query}`;
}

/** The messages that differ where a passkey is required: no visitor can continue without one. */
function ofRequired({ copy, brand }: Drawing): Record<string, string> {
  const { notMade, unsupported } = copy.required;
  return { notMade, unsupported: fill(unsupported, { brand }) };
}

async function livePage(
  visitor: Visitor,
  page: PageName,
  request: HostedRequest,
  preferences: Preferences,
): Promise<Response> {
  const { ctx } = visitor;
  const { mode, emailProviders } = getConfig();
  const copy = copyOf(request.locale);
  const brand = brandNameOf(ctx);
  const place = placeOf(request.redirectUri);
  const to = (name: PageName) => addressOf(visitor, request, preferences, name);
  const requiresPasskey = !isCodeSignIn(ctx);
  const drawing: Drawing = {
    copy,
    brand,
    place,
    page,
    loginHint: preferences.loginHint,
    hasInbox: mode === "local" && emailProviders.length === 0,
    requiresPasskey,
    signInUrl: to("sign-in"),
  };
  const links: PageLinks = {
    signIn: drawing.signInUrl,
    code: to("code"),
    register: to("register"),
  };
  const mayRegister = ctx.tenancy.selfServiceRegistration && !ctx.tenancy.isSystem;
  const first = {
    "sign-in": () => signInView(drawing, links, mayRegister),
    code: () => codeView(drawing, links),
    register: () => registerView(drawing, links, mayRegister),
  };
  const denied = returnAddress(
    request.redirectUri,
    { error: "access_denied", error_description: "The user went back." },
    request.state,
  );
  const unavailable = returnAddress(
    request.redirectUri,
    { error: "temporarily_unavailable", error_description: "The service could not be reached." },
    request.state,
  );
  const data = {
    ticket: await sealRequest(ctx, request),
    page,
    steps: `/auth/${ctx.tenancy.id}/steps`,
    prompt: preferences.prompt === "passkey",
    lifetimeMs: lifetimes.hostedRequestMs,
    returns: { unavailable },
    messages: requiresPasskey ? { ...copy.messages, ...ofRequired(drawing) } : copy.messages,
  };
  const title =
    page === "register" ? fill(copy.register.title, { brand }) : fill(copy.signIn.title, { brand });
  const backClass =
    "inline-flex items-center gap-2 text-quiet underline-offset-4 hover:text-ink " +
    "hover:underline inert:invisible";
  const back = html`<p class="text-center text-sm"><a
    data-back
    href="${denied}"
    class="${backClass}"
  >${backMark}<span data-label>${fill(copy.cancel, { place })}</span></a></p>`;
  const noScriptClass = "mb-6 rounded-lg border border-danger/40 bg-danger-soft p-3.5 text-sm";
  const noScript = html`<noscript><p class="${noScriptClass}">${copy.noScript}</p></noscript>`;
  return pageResponse(
    200,
    { locale: request.locale, title, brand: ctx.tenancy, script: "script" },
    {
      main: html`${noScript}${first[page]()}${laterViews(drawing)}${dataIsland("page", data)}`,
      outside: html`${back}${switchLanguage(copy, request.locale, (locale) =>
        addressOf(visitor, request, preferences, page, locale),
      )}`,
    },
  );
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location } });

async function respond(call: Call, page: PageName): Promise<Response> {
  const { request } = call;
  const query = new URL(request.url).searchParams;
  const visitor = toVisitor(call, await findTenancyOf(call));
  const locale = localeOf(request, query, visitor.ctx.tenancy.locale);
  const read = readHostedRequest(visitor.ctx, query);
  if (read.kind === "refused") return seeOther(read.returnTo);
  if (read.kind === "incomplete")
    return brokenLink(call, { ctx: visitor.ctx, locale, missing: read.missing });
  if (read.kind === "untrusted") return brokenLink(call, { ctx: visitor.ctx, locale });
  const hosted: HostedRequest = { ...read.request, locale };
  const { prompt } = read.preferences;
  if (page === "sign-in" && (prompt === "create" || prompt === "code"))
    return seeOther(
      addressOf(visitor, hosted, read.preferences, prompt === "create" ? "register" : "code"),
    );
  return livePage(visitor, page, hosted, read.preferences);
}

/**
 * Creates the GET handler of a hosted page. Redirects only to registered addresses; it renders every
 * other error: 400 for a missing or unregistered redirect_uri, 404 without hosted pages, 503 and 500 for
 * failures of the service.
 */
export const hostedPage =
  (page: PageName): RouteHandler =>
  (request, context) =>
    runCall(
      request,
      context,
      { label: `hosted-${page}`, errors: new Set(["@error/BadRequest"]) },
      async (call) => {
        try {
          return await respond(call, page);
        } catch (caught) {
          const locale = localeOf(request, new URL(request.url).searchParams);
          if (caught instanceof ServiceError && caught.tag === "@error/InvalidTenancy")
            return statement(call, { status: 404, text: copyOf(locale).missing, locale });
          const failure = failureOf(call, caught, {
            label: `hosted-${page}`,
            errors: new Set(),
          });
          return failedPage(call, { status: failure.status, locale });
        }
      },
    );
