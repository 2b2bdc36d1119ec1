import type { CachedContext, Service, TenancyContext } from "@/lib/domain/context";
import { hashSecretInHex } from "@/lib/domain/one-time-token/secret-value";
import { tenancyVersion } from "@/lib/domain/tenancy/cached-tenancy";
import { Prisma } from "@/prisma/generated/client";
import { liveKey, type StoredKey, type LiveKey } from "./live-key";

/** A key as a look-up found it. */
interface FoundKey {
  held: StoredKey;
  live: LiveKey;
  /** Of the tenancy's row (`tenancyVersion`). */
  version: string;
}

interface Remembered extends FoundKey {
  callerName: string;
  /** When its use has to be noted again, in ms; until then it is remembered. */
  until: number;
}

/** A key as its last look-up found it: a guess until a statement has proved it. */
export interface CachedKey extends FoundKey {
  callerName: string;
  isRevalidated: boolean;
}

const cachedKeys = 10_000;

const remembered = new Map<string, Remembered>();

const nameOf = ({ tenancyId, hash }: StoredKey) => `${tenancyId} ${hash.toString("hex")}`;

export function cacheKey({ held, live, version }: FoundKey, until: number): void {
  const name = nameOf(held);
  remembered.delete(name);
  remembered.set(name, {
    held,
    live,
    version,
    callerName: `${name} ${version} ${live.scopes.join(" ")}`,
    until,
  });
  const oldest = remembered.keys().next().value;
  if (remembered.size > cachedKeys && oldest !== undefined) remembered.delete(oldest);
}

export const forgetKey = (held: StoredKey) => void remembered.delete(nameOf(held));

/** The key of that text as this process found it within the last minute. No round trip. */
export function findCachedKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  key: string,
): CachedKey | undefined {
  const known = remembered.get(`${tenancyId} ${hashSecretInHex(key)}`);
  if (known === undefined || known.until <= clock.now()) return undefined;
  const { held, live, version, callerName } = known;
  return { held, live, version, callerName, isRevalidated: false };
}

/**
 * CTE "caller": a row where the caller is who it is taken for as the statement begins; always,
 * where its key was looked up.
 */
export function revalidatedCaller(
  { cached }: TenancyContext | CachedContext,
  now: Date,
): Prisma.Sql {
  if (cached === undefined) return Prisma.sql`caller AS (SELECT 1)`;
  const { held, live, version } = cached;
  return Prisma.sql`caller AS (SELECT 1 FROM ${liveKey(held, now)} AND k."scopes" = ${live.scopes}::text[] AND ${tenancyVersion} = ${version})`;
}

/**
 * Tells callers apart whom one statement cannot prove together; those of one name have one key, one
 * tenancy and its settings. Undefined for those who are proven already.
 */
export const callerName = ({ cached }: TenancyContext | CachedContext) => cached?.callerName;

/** The context of a caller for whom a statement had a row of "caller". */
export function toRevalidated(ctx: TenancyContext | CachedContext): TenancyContext {
  if (ctx.cached === undefined) return ctx;
  ctx.cached.isRevalidated = true;
  return Object.assign(ctx, { cached: undefined });
}
