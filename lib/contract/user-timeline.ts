import { z } from "zod";
import { Id, Milliseconds, PasskeyId } from "./fields";
import { Cursor, NextCursor, pageLimit } from "./page-query";
import { sample } from "./sample";

const recordSample = {
  id: "01jd3s5c8d1f4h7k0n3q6t9wxz",
  kind: "sign-in.succeeded",
  createdAt: sample.createdAt,
  count: 1,
  passkeyId: sample.passkeyId,
  requestId: "01jd3s4e2b7c9d1f3g5h6j8k0m",
  addressPrefix: "203.0.113.0/24",
  authenticatorAttachment: "platform",
};

/** An event of a user's timeline. What isn't known is absent. */
export const TimelineRecord = z
  .object({
    id: Id.meta({ description: "The event's id" }),
    kind: z.string().meta({
      description:
        "What happened: `sign-in.…`, `registration.…`, `code.…` or `request.refused` for the user, " +
        "or what an operator, an API key, a command or the user changed, such as `user.disabled`",
      example: "sign-in.succeeded",
    }),
    createdAt: Milliseconds,
    count: z.int().meta({ description: "More than 1 for several equal events in a row" }),
    reason: z
      .string()
      .optional()
      .meta({
        description:
          "Why it was refused: an error's tag without `@error/`. Of `sign-in.reported` and " +
          "`registration.reported`: how the prompt ended, as the browser reported it",
        example: undefined,
      }),
    detail: z.string().optional().meta({
      description: "Further facts, such as the changed fields",
      example: undefined,
    }),
    actor: z
      .object({
        kind: z.string().meta({
          description: "`operator`, `apiKey`, `browser` (the user), or `system` (also commands)",
        }),
        id: z.string().optional().meta({ description: "Of the operator or the API key" }),
      })
      .optional()
      .meta({
        description: "Who changed something: an operator, an API key, a command or the user",
        example: undefined,
      }),
    passkeyId: PasskeyId.optional(),
    challengeId: Id.optional().meta({ example: undefined }),
    requestId: z.string().optional().meta({ description: "`X-Request-Id` of the request" }),
    addressPrefix: z.string().optional().meta({ description: "The network of the browser" }),
    userAgent: z.string().optional().meta({ example: undefined }),
    origin: z.string().optional().meta({
      description: "Of the page, if its origin was refused",
      example: undefined,
    }),
    authenticatorAttachment: z
      .string()
      .optional()
      .meta({
        description:
          "Of a sign-in or registration with a passkey, as the browser reported it: `platform` is the " +
          "device itself, `cross-platform` a phone or a security key",
        example: "platform",
      }),
    afterMs: z.int().optional().meta({
      description: "How long the prompt was open, as the browser reported it, in milliseconds",
      example: undefined,
    }),
  })
  .meta({ id: "TimelineRecord", examples: [recordSample] });
export type TimelineRecord = z.infer<typeof TimelineRecord>;

/** A page of a user's timeline, newest first. */
export const UserTimeline = z
  .object({
    _tag: z.literal("UserTimeline"),
    cursor: NextCursor,
    records: z.array(TimelineRecord),
  })
  .meta({
    id: "UserTimeline",
    examples: [{ _tag: "UserTimeline", cursor: null, records: [recordSample] }],
  });
export type UserTimeline = z.infer<typeof UserTimeline>;

/** Query of GET users/{userId}/timeline. A cursor contains its filter. */
export const ListTimeline = z.object({
  cursor: Cursor,
  limit: pageLimit({ max: 100, default: 20 }),
  show: z
    .enum(["sign-ins", "codes", "changes"], "must be sign-ins, codes or changes")
    .optional()
    .meta({ description: "Only registrations and sign-ins, only codes, or only changes" }),
});
export type ListTimeline = z.infer<typeof ListTimeline>;
