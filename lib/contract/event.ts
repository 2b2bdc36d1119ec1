import { z } from "zod";
import { Id, Milliseconds } from "./fields";
import { pageLimit } from "./page-query";
import { sample } from "./sample";

export const eventSample = {
  _tag: "Event" as const,
  number: 1042,
  id: "01jd3s5c8d1f4h7k0n3q6t9wxz",
  type: "passkey.registered",
  createdAt: sample.createdAt,
  actor: { kind: "browser" },
  target: { kind: "passkey", id: sample.passkeyId },
  sub: sample.id,
  userId: sample.userId,
  passkeyId: sample.passkeyId,
  requestId: "01jd3s4e2b7c9d1f3g5h6j8k0m",
};

const feedSample = "mEoJ8r0Xr4bqkq2f";

/** An event of a tenancy's feed: ids and names, and no personal data (contract §10). */
export const Event = z
  .object({
    _tag: z.literal("Event"),
    number: z.int().meta({
      description: "From 1 without gaps. Events about one user have the order of their commits",
    }),
    id: Id.meta({ description: "The event's id, the same in the audit log" }),
    type: z.string().meta({ description: "What happened; `/schemas/events.json` lists the types" }),
    createdAt: Milliseconds,
    actor: z
      .object({
        kind: z.string().meta({
          description: "`apiKey`, `browser`, `operator`, `system` or `configurationFile`",
        }),
        id: z.string().optional().meta({ description: "Of the API key or operator" }),
      })
      .meta({ description: "Who did it" }),
    target: z
      .object({
        kind: z.string().meta({ description: "Such as `user`, `passkey`, `challenge`, `tenancy`" }),
        id: z.string(),
      })
      .meta({ description: "What the event is about" }),
    sub: z.string().optional().meta({ description: "The user whom the event is about" }),
    userId: z.string().optional().meta({ description: "Your own id of that user, as it is now" }),
    passkeyId: z.string().optional(),
    challengeId: z.string().optional().meta({ example: undefined }),
    detail: z.record(z.string(), z.unknown()).optional().meta({
      description: "By type: names of what changed, and never values",
      example: undefined,
    }),
    requestId: z.string().optional().meta({ description: "`X-Request-Id` of the request" }),
  })
  .meta({ id: "Event", examples: [eventSample] });
export type Event = z.infer<typeof Event>;

/** Events of a feed, in the order of their numbers. */
export const Events = z
  .object({
    _tag: z.literal("Events"),
    feed: z.string().meta({
      description: "Name of the feed. Send it with `after`; it changes when a backup is restored",
    }),
    records: z.array(Event),
    last: z.int().meta({
      description:
        "The `after` of your next request: every event up to here is in `records`, or has a type " +
        "that `types` leaves out",
    }),
  })
  .meta({
    id: "Events",
    examples: [{ _tag: "Events", feed: feedSample, records: [eventSample], last: 1042 }],
  });
export type Events = z.infer<typeof Events>;

const afterMessage = "must be a whole number from 0, or newest";
const waitMessage = "must be a whole number from 0 to 25";

/** Query of GET events. */
export const ListEvents = z.object({
  after: z
    .string()
    .regex(/^(\d{1,15}|newest)$/, afterMessage)
    .optional()
    .transform((text = "0") => (text === "newest" ? text : Number(text)))
    .meta({
      description:
        "Returns events with larger numbers: send `last` of the previous reply. Default: 0. " +
        "`newest` returns no event, only the `last` and `feed` to begin with",
      override: { type: "string", pattern: "^(\\d{1,15}|newest)$", default: "0" },
    }),
  feed: z.string().min(1).max(64).optional().meta({
    description: "`feed` of the previous reply. FeedReset if the feed has another name by now",
  }),
  limit: pageLimit({ max: 1_000, default: 100 }),
  types: z
    .string()
    .max(4_096)
    .optional()
    .transform((types) => types?.split(","))
    .meta({
      description: "Only events of these types, with commas between them",
      override: { type: "string" },
      example: "user.erased,passkey.deleted",
    }),
  wait: z
    .string()
    .regex(/^\d{1,2}$/, waitMessage)
    .transform(Number)
    .pipe(z.int().max(25, waitMessage))
    .optional()
    .transform((seconds) => seconds ?? 0)
    .meta({
      description: "Seconds to wait for an event if there is none yet",
      override: { type: "integer", minimum: 0, maximum: 25, default: 0, pattern: undefined },
    }),
});
export type ListEvents = z.infer<typeof ListEvents>;
