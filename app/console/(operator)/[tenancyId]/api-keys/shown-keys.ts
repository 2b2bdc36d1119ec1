import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import { findKeyCreators } from "@/lib/domain/access/api-key/create-api-key";
import { countCreatedKeys } from "@/lib/domain/access/api-key/created-keys";
import {
  findRotations,
  type ListedApiKey,
  type Rotation,
} from "@/lib/domain/access/api-key/list-api-keys";
import { type KeyCalls, readKeyCalls } from "@/lib/domain/record/counter/key-calls";
import type { ActedKey } from "./acted-key";

/** A key as the console shows it. */
export interface ShownKey extends ListedApiKey {
  creator: string;
  calls: KeyCalls;
  /** How many keys in use it created, and these in turn. */
  createdKeys: number;
  rotation: Rotation;
}

/** Reads who created each key, how often it is used, which keys it created, and its rotations. */
export async function readShownKeys(
  ctx: ConsoleContext,
  keys: readonly ListedApiKey[],
): Promise<ShownKey[]> {
  const ids = keys.map(({ id }) => id);
  const [creators, calls, created, rotations] = await Promise.all([
    findKeyCreators(ctx, keys),
    readKeyCalls(ctx, keys),
    countCreatedKeys(ctx, ids),
    findRotations(ctx, keys),
  ]);
  return keys.map((key) => ({
    ...key,
    creator: creators.get(key.id) ?? "Unknown",
    calls: calls.get(key.id) ?? { today: 0, perDay: null },
    createdKeys: created.get(key.id) ?? 0,
    rotation: rotations.get(key.id) ?? { older: undefined, newer: undefined },
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
export const actedKey = ({ rotation: { older, newer }, ...key }: ShownKey): ActedKey => ({
  id: key.id,
  name: key.name,
  start: key.start,
  createdAt: key.createdAt,
  state: key.state,
  isReplaced: key.replacedById !== null,
  createdKeys: key.createdKeys,
  older: older?.state === "live" ? { start: older.start, expiresAt: older.expiresAt } : null,
  newer: newer?.state === "live" ? { start: newer.start } : null,
});
