"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Id } from "@/lib/contract/fields";
import { listApiKeyPage } from "@/lib/domain/api-key/list-api-key-page";
import { mayDo } from "@/lib/domain/operator/permission";
import { findById, idKinds } from "@/lib/domain/tenancy/find-by-id";
import { nameUsers } from "@/lib/domain/user/name-users";
import { searchUsers } from "@/lib/domain/user/search-users";

const shownAtMost = 6;

const readIdKinds = {
  passkey: "passkey.read",
  challenge: "challenge.read",
  "api-key": "api-key.read",
  "audit-event": "audit.read",
} as const;

/** Finds a few users that match a text, and what the text is the id of. */
export const search = consoleAction(
  "user.read",
  z.object({ text: z.string().min(3).max(254) }),
  async (ctx, { text }) => {
    const [{ users }, kinds] = await Promise.all([
      searchUsers(ctx, { text, rows: shownAtMost }),
      findById(ctx, {
        id: text.toLowerCase(),
        kinds: idKinds.filter((kind) => mayDo(ctx.role, readIdKinds[kind])),
      }),
    ]);
    return {
      users: users.map(({ sub, email, name, userId }) => ({ sub, email, name, userId })),
      kinds,
    };
  },
);

/** Returns the emails and names of a few users. */
export const nameRecentUsers = consoleAction(
  "user.read",
  z.object({ subs: z.array(Id).max(10) }),
  (ctx, { subs }) => nameUsers(ctx, subs),
);

/** Returns the latest keys that can be rotated. */
export const listKeysToRotate = consoleAction("api-key.read", z.object({}), async (ctx) => {
  const { keys } = await listApiKeyPage(ctx, { isOver: false });
  return keys
    .filter(({ replacedById }) => replacedById === null)
    .map(({ id, name, start }) => ({ id, name, start }));
});
