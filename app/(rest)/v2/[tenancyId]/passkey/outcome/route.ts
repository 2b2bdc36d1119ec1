import { ReportOutcome } from "@/lib/contract/prompt-outcome";
import { reportOutcome } from "@/lib/domain/sign-in/ceremony/report-outcome";
import { NoContent } from "@/lib/http/endpoint/declaration";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "reportPromptOutcome",
    summary: "Report how a passkey prompt ended",
    description:
      "Tells the service that a prompt of a registration or sign-in ended without a passkey, and how. " +
      "The browser library sends it. The session token is consumed. The reply is the same for a " +
      "session that doesn't exist. If a backend authorized the session, or if it is of the hosted " +
      "pages, the timeline of the user shows the outcome as reported by the browser; every other " +
      "outcome is only counted. Don't report an autofill offer, whose session stays usable.",
    auth: "browser",
    limit: "verification",
    isCoalesced: true,
    body: ReportOutcome,
    success: [204, NoContent],
    errors: [],
    handle: ({ ctx, uncounted, body }) => reportOutcome(ctx, uncounted, body),
  }),
});
