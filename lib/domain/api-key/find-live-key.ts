import { z } from "zod";
import { lifetimes, limits } from "@/lib/limits";
import type { CoalesceRules, Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { findCachedTenancy, tenancyVersion } from "@/lib/domain/tenancy/cached-tenancy";
import { Prisma } from "@/prisma/generated/client";
import { parseKeyText } from "./key-text";
import { liveKey, type LiveKey } from "./live-key";
import { forgetKey, cacheKey } from "./cached-key";

const Row = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: z.date().nullable(),
  version: z.string(),
});

interface LookUp {
  service: Pick<Service, "run" | "clock">;
  tenancyId: string;
  publicId: string;
  key: string;
}

async function lookUp({ service, tenancyId, publicId, key }: LookUp): Promise<LiveKey | null> {
  const { run, clock } = service;
  const now = new Date(clock.now());
  const held = { tenancyId, publicId, hash: hashSecretValue(key) };
  const [row] = await run(
    Prisma.sql`SELECT k."id", k."scopes", k."lastUsedAt", ${tenancyVersion} AS "version" FROM ${liveKey(held, now)}`,
  );
  forgetKey(held);
  if (row === undefined) return null;
  const { id, scopes, lastUsedAt, version } = Row.parse(row);
  const tenancy = await findCachedTenancy(service, tenancyId, version);
  // It may have been suspended since the first look.
  if (tenancy === null || tenancy.suspendedAt !== null) return null;
  const noted = new Date(now.getTime() - lifetimes.keyUseRecordedEveryMs);
  const isNoted = lastUsedAt !== null && lastUsedAt > noted;
  if (!isNoted)
    await run(
      Prisma.sql`UPDATE "ApiKey" k SET "lastUsedAt" = ${now} WHERE k."tenancyId" = ${tenancyId} AND k."id" = ${id} AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" <= ${noted})`,
    );
  const live = { apiKeyId: id, scopes, tenancy };
  cacheKey(
    { held, live, version },
    (isNoted ? lastUsedAt : now).getTime() + lifetimes.keyUseRecordedEveryMs,
  );
  return live;
}

const lookUps: CoalesceRules<LookUp, LiveKey | null> = {
  ...limits.coalesce,
  maxBatchSize: Infinity,
  async run(calls) {
    const found = await lookUp(calls[0]);
    return calls.map(() => found);
  },
};

/**
 * The key of that text when it is live and of a live tenancy, else null. Looked up anew each time,
 * so that locking, expiry and revocation count at once: requests with one key share a look-up only
 * if it begins after they have come. One round trip; a second one after the tenancy was changed,
 * and one that writes `lastUsedAt`, at most once a minute.
 */
export async function findLiveKey(
  service: Pick<Service, "run" | "coalesce" | "clock">,
  tenancyId: string,
  key: string,
): Promise<LiveKey | null> {
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
