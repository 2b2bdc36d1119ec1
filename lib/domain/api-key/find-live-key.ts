import { z } from "zod";
import { lifetimes, limits } from "@/lib/config";
import type { BatchRules, Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { recallTenancy, tenancyVersion } from "@/lib/domain/tenancy/recall-tenancy";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";
import { parseKeyText } from "./key-text";

const Row = z.object({ id: z.string(), scopes: z.array(z.string()), isUseUnnoted: z.boolean(), version: z.string() });

export interface LiveKey {
  apiKeyId: string;
  scopes: string[];
  tenancy: Tenancy;
}

interface LookUp {
  service: Pick<Service, "run" | "clock">;
  tenancyId: string;
  publicId: string;
  key: string;
}

async function lookUp({ service, tenancyId, publicId, key }: LookUp): Promise<LiveKey | null> {
  const { run, clock } = service;
  const now = new Date(clock.now());
  const isUseUnnoted = Prisma.sql`(k."lastUsedAt" IS NULL OR k."lastUsedAt" <= ${new Date(now.getTime() - lifetimes.keyUseRecordedEveryMs)})`;
  const [row] = await run(Prisma.sql`
    SELECT k."id", k."scopes", ${isUseUnnoted} AS "isUseUnnoted", ${tenancyVersion} AS "version" FROM "ApiKey" k JOIN "Tenancy" t ON t."id" = k."tenancyId"
    WHERE k."tenancyId" = ${tenancyId} AND k."publicId" = ${publicId} AND k."hash" = ${hashSecretValue(key)}
      AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})
      AND t."suspendedAt" IS NULL AND NOT t."isSystem"`);
  if (row === undefined) return null;
  const live = Row.parse(row);
  const tenancy = await recallTenancy(service, tenancyId, live.version);
  // It may have been suspended since the first look.
  if (tenancy === null || tenancy.suspendedAt !== null) return null;
  if (live.isUseUnnoted) await run(Prisma.sql`UPDATE "ApiKey" k SET "lastUsedAt" = ${now} WHERE k."tenancyId" = ${tenancyId} AND k."id" = ${live.id} AND ${isUseUnnoted}`);
  return { apiKeyId: live.id, scopes: live.scopes, tenancy };
}

const lookUps: BatchRules<LookUp, LiveKey | null> = {
  ...limits.batch,
  most: Infinity,
  async run(calls) {
    const found = await lookUp(calls[0]);
    return calls.map(() => found);
  },
};

/**
 * The key of that text when it is live and of a live tenancy, else null. Never remembered, so that locking, expiry and
 * revocation count at once: requests with one key share a look-up only if it begins after they have come. One round
 * trip; a second one after the tenancy was changed, and one that writes `lastUsedAt`, at most once a minute.
 */
export async function findLiveKey(service: Pick<Service, "run" | "runInBatch" | "clock">, tenancyId: string, key: string): Promise<LiveKey | null> {
  const parsed = parseKeyText(key);
  return parsed === null ? null : service.runInBatch(lookUps, `${tenancyId} ${key}`, { service, tenancyId, publicId: parsed.publicId, key });
}
