import { LRUCache } from "lru-cache";
import { z } from "zod";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Service } from "@/lib/domain/base/context";
import { sharedLookUp } from "@/lib/domain/base/shared-look-up";
import { findTenancyOfVersion } from "@/lib/domain/base/tenancy/find-tenancy";
import { type Tenancy, tenancyVersion } from "@/lib/domain/base/tenancy/tenancy";
import { lifetimes } from "@/lib/limits";
import { parseKeyText } from "./explain-refusal";

/** An API key that is neither locked, revoked nor expired, in a live tenancy. */
interface LiveKey {
  apiKeyId: string;
  scopes: string[];
  tenancy: Tenancy;
}

interface CacheEntry {
  key: LiveKey;
  /** In ms. The next lookup then writes `lastUsedAt` again. */
  expiresAt: number;
}

const entries = new LRUCache<string, CacheEntry>({ max: 10_000 });

const entryName = (tenancyId: string, text: string) =>
  `${tenancyId} ${hashSecretValue(text).toString("base64")}`;

/** Caches the result of a lookup until `expiresAt` (ms). */
function cacheKey(key: LiveKey, text: string, expiresAt: number): void {
  entries.set(entryName(key.tenancy.id, text), { key, expiresAt });
}

const forgetKey = (tenancyId: string, text: string) =>
  void entries.delete(entryName(tenancyId, text));

/** Returns the key with this text if it was found in the last minute. It may have ended since. */
export function findCachedKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  text: string,
): LiveKey | null {
  const entry = entries.get(entryName(tenancyId, text));
  return entry !== undefined && entry.expiresAt > clock.now() ? entry.key : null;
}

const Row = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: z.date().nullable(),
  version: z.string(),
});

interface LookUp extends Pick<Service, "db" | "clock"> {
  tenancyId: string;
  /** Selects the row; the hash of the key must match. */
  publicId: string;
  key: string;
}

/** Records the use of a key, unless one of the last minute is recorded. Returns the recorded use. */
async function recordUse(
  { db, tenancyId }: LookUp,
  { id, lastUsedAt }: z.infer<typeof Row>,
  now: Date,
): Promise<Date> {
  const recordedSince = new Date(now.getTime() - lifetimes.keyUseRecordedEveryMs);
  if (lastUsedAt !== null && lastUsedAt > recordedSince) return lastUsedAt;
  await db.query(z.never())`
    UPDATE "ApiKey" k SET "lastUsedAt" = ${now}
    WHERE k."tenancyId" = ${tenancyId} AND k."id" = ${id}
      AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" <= ${recordedSince})`;
  return now;
}

async function lookUp(call: LookUp): Promise<LiveKey | null> {
  const { db, tenancyId, publicId, key } = call;
  const now = new Date(call.clock.now());
  const [row] = await db.query(Row)`
    SELECT k."id", k."scopes", k."lastUsedAt", ${tenancyVersion} AS "version"
    FROM "ApiKey" k JOIN "Tenancy" t ON t."id" = k."tenancyId"
    WHERE k."tenancyId" = ${tenancyId} AND k."publicId" = ${publicId}
      AND k."hash" = ${hashSecretValue(key)}
      AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})
      AND t."suspendedAt" IS NULL AND NOT t."isSystem"`;
  forgetKey(tenancyId, key);
  if (row === undefined) return null;
  const tenancy = await findTenancyOfVersion({ db }, tenancyId, row.version);
  // The tenancy may have been suspended since the first statement.
  if (tenancy === null || tenancy.suspendedAt !== null) return null;
  const usedAt = await recordUse(call, row, now);
  const found = { apiKeyId: row.id, scopes: row.scopes, tenancy };
  cacheKey(found, key, usedAt.getTime() + lifetimes.keyUseRecordedEveryMs);
  return found;
}

const lookUps = sharedLookUp(lookUp);

/**
 * Finds the live key with this text in a live tenancy, else null. Every call reads the database, so
 * locking, expiry and revocation take effect immediately. Concurrent requests with one key share a
 * lookup only if it starts after they arrive.
 *
 * One round trip, a second one after the tenancy changed, and at most once a minute one that writes
 * `lastUsedAt`.
 */
export async function findLiveKey(
  { db, coalesce, clock }: Pick<Service, "db" | "coalesce" | "clock">,
  tenancyId: string,
  key: string,
): Promise<LiveKey | null> {
  const parsed = parseKeyText(key);
  if (parsed === null) return null;
  const { publicId } = parsed;
  return coalesce(lookUps, `${tenancyId} ${key}`, { db, clock, tenancyId, publicId, key });
}
