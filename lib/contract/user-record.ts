import { z } from "zod";
import { EmailInput, Id, Milliseconds, newUserIdRules, PersonName, UserId } from "./fields";
import { Cursor, NextCursor, optionalFlag, pageLimit } from "./page-query";
import { sample } from "./sample";
import { userFields, userSample } from "./user";

const recordSample = {
  ...userSample,
  userId: sample.userId,
  createdAt: sample.createdAt,
  lastSignInAt: sample.expiresAt,
  passkeys: 2,
};

/** A user as a backend manages it (contract §10). */
export const UserRecord = z
  .object({
    ...userFields,
    userId: z
      .string()
      .optional()
      .meta({ description: "Your own user id; absent if you assigned none", example: "user-42" }),
    createdAt: Milliseconds,
    lastSignInAt: Milliseconds.optional().meta({
      description: "Milliseconds; absent until the first sign-in, or if none is known any more",
    }),
    passkeys: z.int().meta({ description: "Number of passkeys, disabled ones included" }),
  })
  .meta({ id: "UserRecord", examples: [recordSample] });
export type UserRecord = z.infer<typeof UserRecord>;

export const UserRecordReply = z
  .object({ _tag: z.literal("User"), user: UserRecord })
  .meta({ id: "UserRecordReply", examples: [{ _tag: "User", user: recordSample }] });
export type UserRecordReply = z.infer<typeof UserRecordReply>;

export const UserIdPath = z.object({
  userId: UserId.meta({ description: "Your own user id, or Keystead's (`sub`)" }),
});

/** A page of users. */
export const UserPage = z
  .object({
    _tag: z.literal("Users"),
    cursor: NextCursor,
    records: z.array(UserRecord),
    truncated: z
      .literal(true)
      .optional()
      .meta({
        description:
          "Only with `query`: more users may match than the page shows. Ask for more of the email " +
          "or name",
        example: undefined,
      }),
  })
  .meta({
    id: "UserPage",
    examples: [{ _tag: "Users", cursor: null, records: [recordSample] }],
  });
export type UserPage = z.infer<typeof UserPage>;

const exact = ({ cursor, query, email, userId }: Record<string, unknown>) =>
  [cursor, query, email ?? userId].filter((value) => value !== undefined).length <= 1;

/** Query of GET users. A cursor contains the filters of its first page, so you can omit them. */
export const ListUsers = z
  .object({
    cursor: Cursor,
    limit: pageLimit({ max: 1_000, default: 100 }),
    email: EmailInput.optional().meta({
      description: "Only the user who owns this email; users who only claim it don't count",
    }),
    userId: UserId.optional().meta({
      description: "Only the user with this id of yours, or without one and with this `sub`",
    }),
    query: z
      .string()
      .max(254)
      .refine((text) => [...text.trim()].length >= 3, "must have at least three characters")
      .optional()
      .meta({
        description:
          "Words of an email or a name, or the start of an id. A user without an email is found by " +
          "the start of a passkey's username, too. Returns the best matches, at most 200, on one page",
        minLength: 3,
        example: "lovelace",
      }),
    enabled: optionalFlag("Only enabled (true) or only disabled (false) users"),
    hasPasskeys: optionalFlag("Only users with (true) or without (false) a passkey"),
  })
  .refine(exact, {
    path: ["cursor"],
    message: "can't be combined with query, email or userId, nor query with email or userId",
  });
export type ListUsers = z.infer<typeof ListUsers>;

const emailVerified = z.boolean().optional().meta({
  description: "`true` only if you have verified that the user reads this mailbox",
});

const ownUserId = UserId.optional().meta({
  description: `Your own user id. It must not be another user's, and no user's \`sub\`. ${newUserIdRules}`,
});

/** Body of POST users. */
export const CreateUser = z
  .object({
    userId: ownUserId,
    email: EmailInput.optional().meta({
      description: "The user owns this email, and other users' claims on it are removed",
    }),
    emailVerified,
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
  })
  .refine(({ email, emailVerified }) => emailVerified !== true || email !== undefined, {
    path: ["emailVerified"],
    message: "requires an email",
  })
  .meta({
    id: "CreateUser",
    examples: [
      {
        userId: sample.userId,
        email: sample.email,
        emailVerified: true,
        givenName: "Ada",
        familyName: "Lovelace",
      },
    ],
  });
export type CreateUser = z.infer<typeof CreateUser>;

/** Body of PATCH users/{userId}: any non-empty subset. Other fields are rejected by name. */
export const ChangeUser = z
  .strictObject({
    userId: ownUserId,
    email: EmailInput.optional().meta({
      description:
        '"" removes the email. The user owns a new one, and other users\' claims on it are removed',
    }),
    emailVerified,
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    "send at least one of userId, email, emailVerified, givenName, familyName",
  )
  .refine(({ email, emailVerified }) => emailVerified !== true || email?.trim() !== "", {
    path: ["emailVerified"],
    message: "requires an email",
  })
  .meta({
    id: "ChangeUser",
    examples: [{ email: "ada@example.org", emailVerified: true }, { userId: sample.userId }],
  });
export type ChangeUser = z.infer<typeof ChangeUser>;

const reason = z
  .string()
  .trim()
  .max(200)
  .meta({ description: "Why. The audit log keeps it", example: "Closed account" });

/** Body of POST users/{userId}/disable. */
export const DisableUser = z
  .object({
    reason: reason
      .min(3, "say why, in at least three characters")
      .meta({ description: "Why. Operators see it on the user's page", example: "Lost phone" }),
  })
  .meta({ id: "DisableUser", examples: [{ reason: "Lost phone" }] });

/** Body of POST users/{userId}/enable. It may be absent. */
export const EnableUser = z
  .object({ reason: reason.optional() })
  .meta({ id: "EnableUser", examples: [{ reason: "Phone found" }] });

/** Body of DELETE users/{userId}. It may be absent. */
export const EraseUser = z
  .object({ reason: reason.optional() })
  .meta({ id: "EraseUser", examples: [{ reason: "Closed account" }] });

/** What an erasure deleted. */
export const ErasedUser = z
  .object({
    _tag: z.literal("ErasedUser"),
    sub: Id.meta({ description: "Keystead's user id. It is never used again" }),
    passkeys: z.int().meta({ description: "Number of deleted passkeys" }),
    challenges: z.int().meta({ description: "Number of deleted mailbox challenges" }),
    emails: z.int().meta({ description: "Number of deleted emails" }),
  })
  .meta({
    id: "ErasedUser",
    examples: [{ _tag: "ErasedUser", sub: sample.id, passkeys: 2, challenges: 1, emails: 0 }],
  });
export type ErasedUser = z.infer<typeof ErasedUser>;
