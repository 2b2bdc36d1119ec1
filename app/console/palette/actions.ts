"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { searchUsers } from "@/lib/domain/user/search-users";

const shownAtMost = 6;

/** Finds a few users that match a text in the palette. */
export const findUsers = consoleAction(
  "user.read",
  z.object({ text: z.string().min(2).max(254) }),
  async (ctx, { text }) => {
    const { users } = await searchUsers(ctx, { text, rows: shownAtMost });
    return users.map(({ sub, email, name, userId }) => ({ sub, email, name, userId }));
  },
);
