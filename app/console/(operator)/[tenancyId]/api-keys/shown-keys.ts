import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import { countCreatedKeys } from "@/lib/domain/api-key/created-keys";
import { findKeyCreators } from "@/lib/domain/api-key/find-key-creators";
import type { ListedApiKey } from "@/lib/domain/api-key/list-api-keys";
import { type KeyCalls, readKeyCalls } from "@/lib/domain/counter/key-calls";

/** A key as the console shows it. */
export interface ShownKey extends ListedApiKey {
  creator: string;
  calls: KeyCalls;
  /** How many keys in use it created, and these in turn. */
  createdKeys: number;
}

/** Reads who created each key, how often it is used, and how many keys it created. */
export async function readShownKeys(
  ctx: ConsoleContext,
  keys: readonly ListedApiKey[],
): Promise<ShownKey[]> {
  const ids = keys.map(({ id }) => id);
  const [creators, calls, created] = await Promise.all([
    findKeyCreators(ctx, keys),
    readKeyCalls(ctx, keys),
    countCreatedKeys(ctx, ids),
  ]);
  return keys.map((key) => ({
    ...key,
    creator: creators.get(key.id) ?? "Unknown",
    calls: calls.get(key.id) ?? { today: 0, perDay: null },
    createdKeys: created.get(key.id) ?? 0,
  }));
}

/** The key actions that this session may run. */
export const keyMay = (ctx: ConsoleContext) => ({
  rename: mayOffer(ctx, "api-key.rename"),
  lock: mayOffer(ctx, "api-key.lock"),
  lockCreated: mayOffer(ctx, "api-key.lock-created"),
  unlock: mayOffer(ctx, "api-key.unlock"),
  replace: mayOffer(ctx, "api-key.rotate"),
  revoke: mayOffer(ctx, "api-key.revoke"),
  readAudit: mayOffer(ctx, "audit.read"),
});

/** What the menu and the dialogs of a key need of it. */
export const actedKey = ({ id, name, start, state, replacedById, createdKeys }: ShownKey) => ({
  id,
  name,
  start,
  state,
  isReplaced: replacedById !== null,
  createdKeys,
});
