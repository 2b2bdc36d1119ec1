import { countRequest } from "@/lib/domain/access/rate-limit/count-request";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findAccountPage } from "@/lib/domain/base/tenancy/hosted-pages";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import { type ErrorTag, isServiceError, ServiceError } from "@/lib/errors";
import { findTenancyOf } from "@/lib/http/endpoint/authenticate";
import { type Call, failureOf, runCall } from "@/lib/http/endpoint/call";
import { readForm } from "@/lib/http/endpoint/read-json";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { readClient } from "@/lib/http/request/client-address";
import { type Copy, copyOf, fill } from "./copy";
import { link, submitButton, view } from "./elements";
import { failedPage } from "./failed-page";
import { type Html, html } from "./html";
import { backToApplication, localeOf, pageResponse, statement } from "./page-response";
import { switchLanguage } from "./switch-language";

/** The texts of a page behind an email's link. `{{brand}}` and the page's values are filled in. */
interface LinkTexts {
  title: string;
  lead: string;
  advice: string;
  act: string;
  doneTitle: string;
  doneLead: string;
  doneHint: string;
  overTitle: string;
  overLead: string;
}

type DoneTexts = Pick<LinkTexts, "doneTitle" | "doneLead" | "doneHint">;

/** What a page behind an email's link asks and does. */
interface LinkPage {
  /** Of its log lines. */
  label: string;
  textsOf: (copy: Copy) => LinkTexts;
  /** Returns the values of the question. Changes nothing. @throws InvalidToken */
  read: (
    ctx: TenancyContext,
    token: string,
    words: { copy: Copy; momentOf: (ms: number) => string },
  ) => Promise<Record<string, string>>;
  /**
   * Does it. The token is the only proof, so a page of another site can't send it. Returns the texts of
   * another outcome than the usual one. @throws InvalidToken
   */
  act: (ctx: TenancyContext, token: string) => Promise<((copy: Copy) => DoneTexts) | void>;
  /** The texts of further refusals of `act`. */
  refusals?: Partial<Record<ErrorTag, (copy: Copy) => { title: string; lead: string }>>;
}

/** One request of the page, with the fields of its query or form. */
interface LinkRequest {
  ctx: TenancyContext;
  token: string;
  locale: string;
}

/**
 * Finds the tenancy of a link. It works without hosted pages, because it needs no passkey.
 * @throws InvalidTenancy for an unknown or suspended tenancy
 */
async function readRequest(call: Call, fields: URLSearchParams): Promise<LinkRequest> {
  const { request, service, requestId } = call;
  const tenancy = await findTenancyOf(call);
  if (tenancy === null || tenancy.suspendedAt !== null)
    throw new ServiceError("@error/InvalidTenancy");
  call.tenancyId = tenancy.id;
  const actor = { kind: "browser" } as const;
  return {
    ctx: { ...service, tenancy, actor, requestId, client: readClient(request.headers) },
    token: fields.get("token") ?? "",
    locale: localeOf(request, fields, tenancy.locale),
  };
}

/** Returns a time in words, in UTC because the reader's time zone is unknown. */
const momentIn = (locale: string, ms: number) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(ms)} UTC`;

/** Asks whether to do it. Changes nothing. */
async function questionPage(
  { textsOf, read }: LinkPage,
  { ctx, token, locale }: LinkRequest,
): Promise<Response> {
  const copy = copyOf(locale);
  const momentOf = (ms: number) => momentIn(locale, ms);
  const values = { brand: brandNameOf(ctx), ...(await read(ctx, token, { copy, momentOf })) };
  const { title, lead, advice, act } = textsOf(copy);
  const main = view(
    { name: "start", title, lead: fill(lead, values), isFirst: true },
    html`
      <p class="text-sm text-pretty text-quiet">${fill(advice, values)}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}">
        <input type="hidden" name="locale" value="${locale}">
        ${submitButton(act)}
      </form>`,
  );
  const outside = switchLanguage(
    copy,
    locale,
    (other) => `?${new URLSearchParams({ token, locale: other })}`,
  );
  const frame = { locale, title, brand: ctx.tenancy };
  return pageResponse(200, frame, { main, outside, takesForm: true });
}

/** Renders a link to the account page, which all these pages advise to check, else to the application. */
function nextPage(ctx: TenancyContext, locale: string): Html {
  const address = findAccountPage(ctx.tenancy, ctx.baseUrl);
  if (address === null) return backToApplication(ctx, locale);
  return html`<p>${link(address, copyOf(locale).register.signIn)}</p>`;
}

async function donePage(
  call: Call,
  { textsOf, act }: LinkPage,
  { ctx, token, locale }: LinkRequest,
): Promise<Response> {
  const doneOf = (await act(ctx, token)) ?? textsOf;
  const { doneTitle: title, doneLead, doneHint } = doneOf(copyOf(locale));
  const brand = brandNameOf(ctx);
  const text = { title, lead: fill(doneLead, { brand }), hint: fill(doneHint, { brand }) };
  const back = nextPage(ctx, locale);
  return statement(call, { status: 200, text, brand: ctx.tenancy, back, locale });
}

/** Renders an error as a page: a used or expired link, no such tenancy, or a failure. */
function errorPage(
  call: Call,
  { label, textsOf, refusals = {} }: LinkPage,
  request: LinkRequest | undefined,
  error: unknown,
): Response {
  const locale = request?.locale ?? localeOf(call.request, new URLSearchParams());
  const copy = copyOf(locale);
  const brand = request?.ctx.tenancy ?? null;
  const tag = isServiceError(error) ? error.tag : undefined;
  if (tag === "@error/InvalidTenancy")
    return statement(call, { status: 404, text: copy.missing, locale });
  const { overTitle, overLead } = textsOf(copy);
  const refusal =
    tag === "@error/InvalidToken"
      ? { title: overTitle, lead: overLead }
      : tag && refusals[tag]?.(copy);
  if (request !== undefined && refusal !== undefined) {
    const { ctx } = request;
    const text = { title: refusal.title, lead: fill(refusal.lead, { brand: brandNameOf(ctx) }) };
    const back = nextPage(ctx, locale);
    const status = tag === "@error/InvalidToken" ? 404 : 409;
    return statement(call, { status, text, brand, back, locale });
  }
  const { status } = failureOf(call, error, { label, errors: handled });
  return failedPage(call, { status, locale, brand });
}

const handled = new Set<ErrorTag>(["@error/RateLimited", "@error/UnsupportedMediaType"]);

/**
 * Creates the handlers of a page behind an email's link. GET asks and changes nothing, because mail
 * scanners open links, too; POST does it. Works without JavaScript and without signing in.
 */
export function linkPage(page: LinkPage): { show: RouteHandler; send: RouteHandler } {
  const handler =
    (
      readFields: (request: Request) => Promise<URLSearchParams>,
      respond: (call: Call, request: LinkRequest) => Promise<Response>,
    ): RouteHandler =>
    (request, context) =>
      runCall(request, context, { label: page.label, errors: handled }, async (call) => {
        let read: LinkRequest | undefined;
        try {
          read = await readRequest(call, await readFields(request));
          // Limits guesses at tokens.
          await countRequest(read.ctx, { rule: "exchange", address: read.ctx.client.address });
          return await respond(call, read);
        } catch (error) {
          return errorPage(call, page, read, error);
        }
      });
  return {
    show: handler(
      (request) => Promise.resolve(new URL(request.url).searchParams),
      (_call, read) => questionPage(page, read),
    ),
    send: handler(readForm, (call, read) => donePage(call, page, read)),
  };
}
