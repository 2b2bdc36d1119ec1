import { z } from "zod";
import type { CoalesceRules, Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { findTenancyOfVersion, tenancyVersion } from "@/lib/domain/tenancy/cached-tenancy";
import { lifetimes, limits } from "@/lib/limits";
import { cacheKey, forgetKey } from "./cached-key";
import { parseKeyText } from "./key-text";
import { type FoundKey, liveKey } from "./live-key";

const Row = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: z.date().nullable(),
  version: z.string(),
});

interface LookUp {
  service: Pick<Service, "db" | "clock">;
  tenancyId: string;
  publicId: string;
  key: string;
}

async function lookUp({ service, tenancyId, publicId, key }: LookUp): Promise<FoundKey | null> {
  const { db, clock } = service;
  const now = new Date(clock.now());
  const stored = { tenancyId, publicId, hash: hashSecretValue(key) };
  const [row] = await db.query(Row)`
    SELECT k."id", k."scopes", k."lastUsedAt", ${tenancyVersion} AS "version"
    FROM ${liveKey(stored, now)}`;
  forgetKey(stored);
  if (row === undefined) return null;
  const { id, scopes, lastUsedAt, version: newest } = row;
  const read = await findTenancyOfVersion(service, tenancyId, newest);
  // The tenancy may have been suspended since the first statement.
  if (read === null || read.tenancy.suspendedAt !== null) return null;
  const { tenancy, version } = read;
  const recordedSince = new Date(now.getTime() - lifetimes.keyUseRecordedEveryMs);
  const isRecorded = lastUsedAt !== null && lastUsedAt > recordedSince;
  if (!isRecorded)
    await db.query(z.never())`
      UPDATE "ApiKey" k SET "lastUsedAt" = ${now}
      WHERE k."tenancyId" = ${tenancyId} AND k."id" = ${id}
        AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" <= ${recordedSince})`;
  const found = { stored, version, live: { apiKeyId: id, scopes, tenancy } };
  cacheKey(found, (isRecorded ? lastUsedAt : now).getTime() + lifetimes.keyUseRecordedEveryMs);
  return found;
}

const lookUps: CoalesceRules<LookUp, FoundKey | null> = {
  ...limits.coalesce,
  maxBatchSize: Infinity,
  async run(calls) {
    const found = await lookUp(calls[0]);
    return calls.map(() => found);
  },
};

/**
 * Finds the live key with this text in a live tenancy, else null. Every call reads the database, so
 * locking, expiry and revocation take effect immediately. Concurrent requests with one key share a
 * lookup only if it starts after they arrive.
 *
 * One round trip, a second one after the tenancy changed, and at most once a minute one that writes
 * `lastUsedAt`.
 */
export async function findLiveKey(
  service: Pick<Service, "db" | "coalesce" | "clock">,
  tenancyId: string,
  key: string,
): Promise<FoundKey | null> {
  const parsed = parseKeyText(key);
  return parsed === null
    ? null
    : service.coalesce(lookUps, `${tenancyId} ${key}`, {
        service,
        tenancyId,
        publicId: parsed.publicId,
        key,
      });
}
