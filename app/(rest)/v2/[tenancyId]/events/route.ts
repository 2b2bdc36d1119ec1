import { Events, ListEvents } from "@/lib/contract/event";
import { followEvents } from "@/lib/domain/event/feed/followers";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listEvents",
    summary: "Follow events",
    description:
      "Returns the tenancy's events in the order of their numbers, and with `wait`, waits for the " +
      "next. Send `feed` and `last` as `feed` and `after` of the next request. FeedReset means that " +
      "a backup was restored: copy your users again. Up to 20 requests of a tenancy wait at the same " +
      "time; others are answered at once.",
    auth: "apiKey",
    scope: "events:read",
    query: ListEvents,
    success: [200, Events],
    errors: ["@error/FeedReset"],
    takesOwnTurns: true,
    handle: ({ ctx, query, inTurn }) => followEvents(ctx, query, inTurn),
  }),
});
