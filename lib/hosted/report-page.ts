import type { TenancyContext } from "@/lib/domain/context";
import { brandNameOf } from "@/lib/domain/email/render-challenge-email";
import { readPasskeyReport, reportPasskey } from "@/lib/domain/passkey/report-passkey";
import { countRequest } from "@/lib/domain/rate-limit/count-request";
import { type ErrorTag, isServiceError, ServiceError } from "@/lib/errors";
import { findTenancyOf } from "@/lib/http/endpoint/authenticate";
import { type Call, failureOf, runCall } from "@/lib/http/endpoint/call";
import { readForm } from "@/lib/http/endpoint/read-form";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { readClient } from "@/lib/http/request/client-address";
import { copyOf, fill } from "./copy";
import { submitButton, view } from "./elements";
import { html } from "./html";
import { backToApplication, localeOf, pageResponse, statement } from "./page-response";
import { switchLanguage } from "./switch-language";

const label = "hosted-report-passkey";
const handled = new Set<ErrorTag>(["@error/RateLimited", "@error/UnsupportedMediaType"]);

/** One request of the page, with the fields of its query or form. */
interface Report {
  ctx: TenancyContext;
  token: string;
  locale: string;
}

/**
 * Finds the tenancy of a link. It works without hosted pages, because it needs no passkey.
 * @throws InvalidTenancy for an unknown or suspended tenancy
 */
async function readReport(call: Call, fields: URLSearchParams): Promise<Report> {
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

/** Limits guesses at tokens. @throws RateLimited */
const countReport = ({ ctx }: Report) =>
  countRequest(ctx, { rule: "exchange", address: ctx.client.address });

/** Asks whether to disable the passkey. Changes nothing. */
async function questionPage({ ctx, token, locale }: Report): Promise<Response> {
  const { provider, createdAt } = await readPasskeyReport(ctx, token);
  const copy = copyOf(locale);
  const { title, lead, advice, disable, unknownPasskey } = copy.report;
  const values = {
    brand: brandNameOf(ctx),
    created: momentIn(locale, createdAt),
    passkey: provider ?? unknownPasskey,
  };
  const main = view(
    { name: "start", title, lead: fill(lead, values), isFirst: true },
    html`
      <p class="text-sm text-pretty text-quiet">${advice}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}">
        <input type="hidden" name="locale" value="${locale}">
        ${submitButton(disable)}
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

/** Disables the passkey. The token is the only proof, so a page of another site can't send it. */
async function donePage(call: Call, { ctx, token, locale }: Report): Promise<Response> {
  await reportPasskey(ctx, token);
  const { doneTitle: title, doneLead, doneHint } = copyOf(locale).report;
  const brand = brandNameOf(ctx);
  const text = { title, lead: fill(doneLead, { brand }), hint: fill(doneHint, { brand }) };
  return statement(call, { status: 200, text, brand: ctx.tenancy, locale });
}

/** Renders an error as a page: a used or expired link, no such tenancy, or a failure. */
function errorPage(call: Call, report: Report | undefined, error: unknown): Response {
  const locale = report?.locale ?? localeOf(call.request, new URLSearchParams());
  const { missing, failed, report: copy } = copyOf(locale);
  const brand = report?.ctx.tenancy ?? null;
  const tag = isServiceError(error) ? error.tag : undefined;
  if (tag === "@error/InvalidTenancy")
    return statement(call, { status: 404, text: missing, locale });
  if (report !== undefined && tag === "@error/InvalidToken") {
    const { ctx } = report;
    const lead = fill(copy.overLead, { brand: brandNameOf(ctx) });
    const text = { title: copy.overTitle, lead };
    const back = backToApplication(ctx, locale);
    return statement(call, { status: 404, text, brand, back, locale });
  }
  const { status } = failureOf(call, error, { label, errors: handled });
  return statement(call, { status, text: failed, brand, locale });
}

/**
 * Creates a handler of the page behind the link of a notice about a new passkey. GET asks, POST
 * disables the passkey. Works without JavaScript and without signing in.
 */
const reportPage =
  (
    readFields: (request: Request) => Promise<URLSearchParams>,
    respond: (call: Call, report: Report) => Promise<Response>,
  ): RouteHandler =>
  (request, context) =>
    runCall(request, context, { label, errors: handled }, async (call) => {
      let report: Report | undefined;
      try {
        report = await readReport(call, await readFields(request));
        await countReport(report);
        return await respond(call, report);
      } catch (error) {
        return errorPage(call, report, error);
      }
    });

export const showReport = reportPage(
  (request) => Promise.resolve(new URL(request.url).searchParams),
  (_call, report) => questionPage(report),
);

export const sendReport = reportPage(readForm, donePage);
