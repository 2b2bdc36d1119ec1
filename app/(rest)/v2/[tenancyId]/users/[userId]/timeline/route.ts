import { UserIdPath } from "@/lib/contract/user-record";
import { ListTimeline, UserTimeline } from "@/lib/contract/user-timeline";
import { listUserTimeline } from "@/lib/domain/history/timeline-search/list-user-timeline";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listUserTimeline",
    summary: "List a user's timeline",
    description:
      "Returns what happened to a user, newest first: registrations, sign-ins and codes with their " +
      "refusals, and what operators, API keys and commands changed. Events are deleted after the " +
      "installation's retention. Request pages with `cursor` until it is null.",
    auth: "apiKey",
    scope: "users:list",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    query: ListTimeline,
    success: [200, UserTimeline],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params, query }) => listUserTimeline(ctx, params.userId, query),
  }),
});
