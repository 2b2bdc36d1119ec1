import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import { findKeyCreators } from "@/lib/domain/api-key/find-key-creators";
import type { ListedApiKey } from "@/lib/domain/api-key/list-api-keys";
import { type KeyCalls, readKeyCalls } from "@/lib/domain/counter/key-calls";

/** A key as the console shows it. */
export interface ShownKey extends ListedApiKey {
  creator: string;
  calls: KeyCalls;
}

/** Reads who created each key and how often it is used. */
export async function readShownKeys(
  ctx: ConsoleContext,
  keys: readonly ListedApiKey[],
): Promise<ShownKey[]> {
  const [creators, calls] = await Promise.all([
    findKeyCreators(ctx, keys),
    readKeyCalls(ctx, keys),
  ]);
  return keys.map((key) => ({
    ...key,
    creator: creators.get(key.id) ?? "Unknown",
    calls: calls.get(key.id) ?? { today: 0, perDay: null },
  }));
}

/** The key actions that this session may run. */
export const keyMay = (ctx: ConsoleContext) => ({
  rename: mayOffer(ctx, "api-key.rename"),
  lock: mayOffer(ctx, "api-key.lock"),
  unlock: mayOffer(ctx, "api-key.unlock"),
  replace: mayOffer(ctx, "api-key.rotate"),
  revoke: mayOffer(ctx, "api-key.revoke"),
  readAudit: mayOffer(ctx, "audit.read"),
});
