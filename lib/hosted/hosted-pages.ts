import { runCall } from "@/lib/http/endpoint/call";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { copyOf } from "./copy";
import { hostedPage } from "./hosted-page";
import { namedRoute } from "./named-route";
import { localeOf, statement } from "./page-response";
import { previewPage } from "./preview-page";
import { sendReport, showReport } from "./report-page";

const missingPage: RouteHandler = (request, context) =>
  runCall(request, context, { label: "hosted-missing", errors: new Set() }, (call) => {
    const locale = localeOf(request, new URL(request.url).searchParams);
    return Promise.resolve(statement(call, { status: 404, text: copyOf(locale).missing, locale }));
  });

const onlyGet: RouteHandler = () =>
  Promise.resolve(new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } }));

/** The GET handler of the hosted pages, of the page behind a notice's link, and of the preview. */
export const showPage = namedRoute(
  "page",
  {
    // The address without a page.
    "": hostedPage("sign-in"),
    "sign-in": hostedPage("sign-in"),
    code: hostedPage("code"),
    register: hostedPage("register"),
    "report-passkey": showReport,
    preview: previewPage,
  },
  missingPage,
);

/** The POST handler of these pages. */
export const sendPage = namedRoute("page", { "report-passkey": sendReport }, onlyGet);
