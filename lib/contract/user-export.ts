import { z } from "zod";
import { sample } from "./sample";

const row = z.looseObject({}).meta({ description: "The stored columns" });
const rows = z.array(z.looseObject({}));

/** The first line of an export of a user: everything stored except events. */
export const ExportedUser = z
  .object({
    _tag: z.literal("ExportedUser"),
    user: row,
    previousEmails: rows,
    userHandles: rows,
    formerUserHandles: rows,
    passkeys: rows,
    challenges: rows,
    emails: rows,
    localInbox: rows,
    mailboxLimits: row.nullable(),
  })
  .meta({
    id: "ExportedUser",
    examples: [
      {
        _tag: "ExportedUser",
        user: { sub: sample.id, email: sample.email },
        previousEmails: [],
        userHandles: [{ rpId: sample.rpId, userHandle: sample.userHandle }],
        formerUserHandles: [],
        passkeys: [{ id: sample.passkeyId }],
        challenges: [],
        emails: [],
        localInbox: [],
        mailboxLimits: null,
      },
    ],
  });
export type ExportedUser = z.infer<typeof ExportedUser>;

/** An event about the user: of the audit log, or of the timeline. */
export const ExportedEvent = z
  .object({ _tag: z.enum(["ExportedAuditEvent", "ExportedTimelineEvent"]), event: row })
  .meta({
    id: "ExportedEvent",
    examples: [{ _tag: "ExportedAuditEvent", event: { action: "user.created" } }],
  });

/** The last line. An export without it is incomplete. */
export const UserExportEnd = z
  .object({
    _tag: z.literal("UserExportEnd"),
    events: z.int().meta({ description: "Number of lines with an event" }),
  })
  .meta({ id: "UserExportEnd", examples: [{ _tag: "UserExportEnd", events: 1 }] });

/** A line of GET users/{userId}/export. */
export const UserExportLine = z
  .discriminatedUnion("_tag", [ExportedUser, ExportedEvent, UserExportEnd])
  .meta({
    id: "UserExportLine",
    examples: [{ _tag: "ExportedAuditEvent", event: { action: "user.created" } }],
  });
export type UserExportLine = z.input<typeof UserExportLine>;
