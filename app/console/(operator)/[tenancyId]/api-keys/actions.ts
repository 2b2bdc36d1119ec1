"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { createApiKey } from "@/lib/domain/api-key/create-api-key";
import { rotateApiKey } from "@/lib/domain/api-key/rotate-api-key";
import { lockApiKey, revokeApiKey, unlockApiKey } from "@/lib/domain/api-key/set-api-key-state";
import { NewKey } from "./new-key";

const dayMs = 24 * 3_600_000;
const OneKey = z.object({ id: z.string().max(26) });

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

export const lockKey = consoleAction("api-key.lock", OneKey, (ctx, { id }) => lockApiKey(ctx, id));

export const unlockKey = consoleAction("api-key.unlock", OneKey, (ctx, { id }) =>
  unlockApiKey(ctx, id),
);

export const revokeKey = consoleAction("api-key.revoke", OneKey, (ctx, { id }) =>
  revokeApiKey(ctx, id),
);
