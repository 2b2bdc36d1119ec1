import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { listApiKeys, type ListedApiKey } from "@/lib/domain/access/api-key/list-api-keys";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import type { TenancyContext } from "@/lib/domain/base/context";
import { badRequest } from "@/lib/errors";
import { type ConfigurationChange, isSameSet } from "./configuration-change";
import type { ConfiguredKey } from "./configuration-document";

export interface NewKey {
  tenancyId: string;
  name: string;
  id: string;
  /** The key itself, which nothing returns again. */
  key: string;
}

interface AppliedKeys {
  changes: ConfigurationChange[];
  created: NewKey[];
  /** Names of keys that the file doesn't list, and that stay. */
  unlisted: string[];
}

const pathOf = (name: string) => `apiKeys.${name}`;
const isoOf = (ms: number) => new Date(ms).toISOString();

/** Whether the key is in use, or locked by an operator. A key that was rotated is neither. */
export const isCurrent = ({ state, replacedById }: ListedApiKey): boolean =>
  replacedById === null && (state === "live" || state === "locked");

const hasExpiry = (key: ListedApiKey, { expiresAt }: ConfiguredKey) =>
  expiresAt === undefined || key.expiresAt === expiresAt;

/** Returns why a key isn't as the file has it, or undefined. Neither can be changed. */
function differenceOf(
  key: ListedApiKey,
  wanted: ConfiguredKey,
): Record<string, string> | undefined {
  if (!isSameSet(key.scopes, wanted.scopes))
    return { field: "scopes", message: `has the scopes ${key.scopes.join(", ")}` };
  if (hasExpiry(key, wanted)) return undefined;
  const expiry = key.expiresAt === null ? "never expires" : `expires at ${isoOf(key.expiresAt)}`;
  return { field: "expiresAt", message: expiry };
}

/** Whether the tenancy has the key. @throws BadRequest if it only has one that differs */
function hasKey(keys: readonly ListedApiKey[], wanted: ConfiguredKey, index: number): boolean {
  const named = keys.filter(({ name }) => name === wanted.name);
  const current = named.filter(isCurrent);
  // A file may keep a key that has expired since.
  const isOver = (key: ListedApiKey) =>
    key.state === "expired" && wanted.expiresAt !== undefined && hasExpiry(key, wanted);
  if (current.length === 0) return named.some(isOver);
  const differences = current.map((key) => differenceOf(key, wanted));
  const [difference] = differences;
  if (differences.includes(undefined) || difference === undefined) return true;
  throw badRequest(
    `apiKeys.${index}.${difference["field"]}`,
    `the key ${difference["message"]}, and that can’t change. Give the new key another name`,
  );
}

async function create(ctx: TenancyContext, wanted: ConfiguredKey, index: number): Promise<NewKey> {
  const { name, scopes, expiresIn } = wanted;
  const expiresAt = expiresIn === undefined ? wanted.expiresAt : ctx.clock.now() + expiresIn;
  if (expiresAt !== undefined && expiresAt <= ctx.clock.now())
    throw badRequest(`apiKeys.${index}.expiresAt`, "is in the past");
  const { id, key } = await createApiKey(ctx, {
    name,
    scopes,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  return { tenancyId: ctx.tenancy.id, name, id, key };
}

/**
 * Creates the keys that the tenancy lacks by name, and with `prune` revokes those that aren't listed.
 * @throws BadRequest if a key has other scopes or another expiry
 */
export async function applyKeys(
  ctx: TenancyContext,
  wanted: readonly ConfiguredKey[],
  prune: boolean,
): Promise<AppliedKeys> {
  const keys = await listApiKeys(ctx);
  const missing = [...wanted.entries()].filter(([index, key]) => !hasKey(keys, key, index));
  const names = new Set(wanted.map(({ name }) => name));
  const unlisted = keys.filter((key) => isCurrent(key) && !names.has(key.name));
  const created: NewKey[] = [];
  for (const [index, key] of missing) created.push(await create(ctx, key, index));
  if (prune) for (const { id } of unlisted) await revokeApiKey(ctx, id);
  const revoked = prune ? unlisted : [];
  return {
    changes: [
      ...missing.map(([, { name, scopes }]) => ({
        action: "create" as const,
        path: pathOf(name),
        after: scopes,
      })),
      ...revoked.map(({ name, scopes }) => ({
        action: "remove" as const,
        path: pathOf(name),
        before: scopes,
      })),
    ],
    created,
    unlisted: prune ? [] : unlisted.map(({ name }) => pathOf(name)),
  };
}
