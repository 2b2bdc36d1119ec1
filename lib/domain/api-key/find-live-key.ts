import { z } from "zod";
import { lifetimes, limits } from "@/lib/config";
import type { BatchRules, Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { Tenancy, tenancyColumns } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";
import { parseKeyText } from "./key-text";

const Row = Tenancy.extend({ apiKeyId: z.string(), scopes: z.array(z.string()) });

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

async function lookUp({ service: { run, clock }, tenancyId, publicId, key }: LookUp): Promise<LiveKey | null> {
  const now = new Date(clock.now());
  const stale = new Date(clock.now() - lifetimes.keyUseRecordedEveryMs);
  const [row] = await run(Prisma.sql`
    WITH live AS (
      SELECT k."tenancyId", k."id", k."scopes" FROM "ApiKey" k JOIN "Tenancy" t ON t."id" = k."tenancyId"
      WHERE k."tenancyId" = ${tenancyId} AND k."publicId" = ${publicId} AND k."hash" = ${hashSecretValue(key)}
        AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})
        AND t."suspendedAt" IS NULL AND NOT t."isSystem"
    ), used AS (
      UPDATE "ApiKey" k SET "lastUsedAt" = ${now} FROM live
      WHERE k."tenancyId" = live."tenancyId" AND k."id" = live."id" AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" <= ${stale})
    )
    SELECT live."id" AS "apiKeyId", live."scopes", ${tenancyColumns} FROM live JOIN "Tenancy" t ON t."id" = live."tenancyId"`);
  if (row === undefined) return null;
  const { apiKeyId, scopes, ...tenancy } = Row.parse(row);
  return { apiKeyId, scopes, tenancy };
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
 * trip; `lastUsedAt` is written in it at most once a minute.
 */
export async function findLiveKey(service: Pick<Service, "run" | "runInBatch" | "clock">, tenancyId: string, key: string): Promise<LiveKey | null> {
  const parsed = parseKeyText(key);
  return parsed === null ? null : service.runInBatch(lookUps, `${tenancyId} ${key}`, { service, tenancyId, publicId: parsed.publicId, key });
}
