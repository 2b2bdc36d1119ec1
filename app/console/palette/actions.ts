"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Id } from "@/lib/contract/fields";
import { listApiKeyPage } from "@/lib/domain/access/api-key/list-api-keys";
import { findById, idKinds } from "@/lib/domain/admin/tenancy/find-by-id";
import { parseEmail } from "@/lib/domain/base/email-address";
import { mayDo } from "@/lib/domain/base/permission";
import {
  findMailboxes,
  findMailboxTraces,
} from "@/lib/domain/history/timeline-search/find-parties";
import { hasErasedUsers } from "@/lib/domain/user/has-erased-users";
import { nameUsers, searchUsers } from "@/lib/domain/user/search/search-users";
import { suggestEmails } from "@/lib/domain/user/search/similar-address";

const shownAtMost = 6;
const countedAtMost = 50;
const mailboxesAtMost = 3;
const suggestedAtMost = 2;

const readIdKinds = {
  passkey: "passkey.read",
  challenge: "challenge.read",
  "api-key": "api-key.read",
  "audit-event": "audit.read",
} as const;

/**
 * Finds a few users and mailboxes that match a text, and what the text is the id of. Suggests users
 * for an address that none has.
 */
export const search = consoleAction(
  "user.read",
  z.object({ text: z.string().min(3).max(254) }),
  async (ctx, { text }) => {
    const [{ users, hasMore }, mailboxes, ofId] = await Promise.all([
      searchUsers(ctx, { text, rows: countedAtMost }),
      findMailboxes(ctx, { text, rows: countedAtMost + mailboxesAtMost }),
      findById(ctx, {
        text,
        kinds: idKinds.filter((kind) => mayDo(ctx.role, readIdKinds[kind])),
      }),
    ]);
    const shown = users.slice(0, shownAtMost);
    const ofUsers = users.map(({ email }) => parseEmail(email)?.normalized);
    const typed = parseEmail(text)?.normalized;
    const others = new Set([...(typed === undefined ? [] : [typed]), ...mailboxes]);
    for (const email of ofUsers) if (email !== undefined) others.delete(email);
    const [only, ...more] = ofUsers;
    const [named, suggestions, mayBeErased, traces, [ofUser]] = await Promise.all([
      nameUsers(
        ctx,
        shown.map(({ sub }) => sub),
      ),
      users.length > 0 ? [] : suggestEmails(ctx, { text, rows: suggestedAtMost }),
      users.length === 0 && mayDo(ctx.role, "audit.read") && hasErasedUsers(ctx),
      findMailboxTraces(ctx, [...others].slice(0, mailboxesAtMost)),
      findMailboxTraces(ctx, only === undefined || more.length > 0 ? [] : [only]),
    ]);
    return {
      users: named,
      matches: { users: users.length, hasMore },
      suggestions,
      mayBeErased,
      mailboxes: traces.filter(({ hasCodes, hasEvents }) => hasCodes || hasEvents),
      /** Of the only user: the mailbox that got codes. */
      codesOf: ofUser?.hasCodes === true ? ofUser.email : null,
      ...ofId,
    };
  },
);

/** Returns the emails, names and states of a few users. */
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
