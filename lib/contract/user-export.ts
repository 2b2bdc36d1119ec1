import { z } from "zod";
import { sample } from "./sample";

const row = (description: string) => z.looseObject({}).meta({ description });
const rows = (description: string) => z.array(z.looseObject({})).meta({ description });

/** The first line of an export of a user: everything stored except events. */
export const ExportedUser = z
  .object({
    _tag: z.literal("ExportedUser"),
    user: row("The stored columns of the user, such as `sub` and `email`"),
    previousEmails: rows("Former emails that still get notices"),
    deletion: z
      .looseObject({})
      .nullable()
      .meta({ description: "The user's request to delete the account; null without one" }),
    userHandles: rows("WebAuthn user handles, one per rpId"),
    formerUserHandles: rows("User handles that open registrations may still name"),
    passkeys: rows("Passkeys with public keys, newest first"),
    challenges: rows("Mailbox challenges of the user or to the owned mailbox, newest first"),
    emails: rows("Emails of those challenges, without their content"),
    localInbox: rows("Emails in the inbox of local mode"),
    mailboxLimits: z
      .looseObject({})
      .nullable()
      .meta({ description: "What the limits count for the owned mailbox" }),
    mailboxProblem: z
      .looseObject({})
      .nullable()
      .meta({ description: "Bounces of the owned mailbox" }),
  })
  .meta({
    id: "ExportedUser",
    examples: [
      {
        _tag: "ExportedUser",
        user: { sub: sample.id, email: sample.email },
        previousEmails: [],
        deletion: null,
        userHandles: [{ rpId: sample.rpId, userHandle: sample.userHandle }],
        formerUserHandles: [],
        passkeys: [{ id: sample.passkeyId }],
        challenges: [],
        emails: [],
        localInbox: [],
        mailboxLimits: null,
        mailboxProblem: null,
      },
    ],
  });
export type ExportedUser = z.infer<typeof ExportedUser>;

/** An event about the user: of the audit log, or of the timeline. */
const ExportedEvent = z
  .object({
    _tag: z.enum(["ExportedAuditEvent", "ExportedTimelineEvent"]),
    event: row("The stored columns of the event"),
  })
  .meta({
    id: "ExportedEvent",
    examples: [{ _tag: "ExportedAuditEvent", event: { action: "user.created" } }],
  });

/** The last line. An export without it is incomplete. */
const UserExportEnd = z
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
