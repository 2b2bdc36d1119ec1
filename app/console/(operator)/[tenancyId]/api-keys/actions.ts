"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Reason } from "@/lib/console/reason";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { renameApiKey, rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import {
  lockApiKey,
  revokeApiKey,
  unlockApiKey,
} from "@/lib/domain/access/api-key/set-api-key-state";
import { Name } from "@/lib/domain/base/tenancy/name";
import { NewKey } from "./new-key";

const dayMs = 24 * 3_600_000;
const OneKey = z.object({ id: z.string().max(26) });
const KeyAndReason = OneKey.extend({ reason: Reason });

/** Creates a key. Only this result contains its text. */
export const createKey = consoleAction(
  "api-key.create",
  NewKey,
  (ctx, { name, scopes, lifeDays }) =>
    createApiKey(ctx, {
      name,
      scopes,
      ...(lifeDays === null ? {} : { expiresAt: ctx.clock.now() + lifeDays * dayMs }),
    }),
);

/**
 * Replaces a key. The old key works until the overlap ends. Only this result contains the new key's
 * text.
 */
export const rotateKey = consoleAction(
  "api-key.rotate",
  OneKey.extend({ overlapMs: z.number() }),
  rotateApiKey,
);

/** Renames a key. Its text, scopes and expiry stay the same. */
export const renameKey = consoleAction(
  "api-key.rename",
  OneKey.extend({ name: Name }),
  renameApiKey,
);

export const lockKey = consoleAction("api-key.lock", KeyAndReason, (ctx, { id, reason }) =>
  lockApiKey(ctx, id, { reason }),
);

/** Locks a key and the keys that it created. */
export const lockKeyAndCreated = consoleAction(
  "api-key.lock-created",
  KeyAndReason,
  (ctx, { id, reason }) => lockApiKey(ctx, id, { reason, locksCreated: true }),
);

export const unlockKey = consoleAction("api-key.unlock", OneKey, (ctx, { id }) =>
  unlockApiKey(ctx, id),
);

/** Revokes a key, and locks the keys that it created if `locksCreated`. */
export const revokeKey = consoleAction(
  "api-key.revoke",
  KeyAndReason.extend({ locksCreated: z.boolean().default(false) }),
  (ctx, { id, ...change }) => revokeApiKey(ctx, id, change),
);
