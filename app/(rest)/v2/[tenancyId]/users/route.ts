import { CreateUser, ListUsers, UserPage, UserRecordReply } from "@/lib/contract/user-record";
import { listUserRecords } from "@/lib/domain/user/management/list-user-records";
import { createUserRecord } from "@/lib/domain/user/management/user-record";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listUsers",
    summary: "List users",
    description:
      "Returns the tenancy's users, newest first. Request pages with `cursor` until it is null: " +
      "every user who exists from the first page to the last is returned exactly once. With " +
      "`hasPasskeys`, a page may have fewer records than `limit`, even none, before the last one. " +
      "`email` and `userId` find one user. `query` searches emails and names.",
    auth: "apiKey",
    scope: "users:list",
    query: ListUsers,
    success: [200, UserPage],
    errors: [],
    handle: ({ ctx, query }) => listUserRecords(ctx, query),
  }),
  POST: endpoint({
    operation: "createUser",
    summary: "Create a user",
    description:
      "Creates a user without a passkey. A registration also creates its user, so you need this only " +
      "for users who have no passkey yet. The user owns the email, and can sign in with a code " +
      "to it on the hosted pages. An application id that another user has is DuplicateUser, an email " +
      "that another user owns is DuplicateEmail.",
    auth: "apiKey",
    scope: "users:manage",
    body: CreateUser,
    onceReply: "state",
    success: [201, UserRecordReply],
    errors: ["@error/InvalidEmail", "@error/DuplicateUser", "@error/DuplicateEmail"],
    handle: ({ ctx, body }) => createUserRecord(ctx, body),
  }),
});
