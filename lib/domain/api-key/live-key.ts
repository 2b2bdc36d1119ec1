import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

interface LiveKey {
  apiKeyId: string;
  scopes: string[];
  tenancy: Tenancy;
}

/** What identifies a presented key: the public id selects the row, the hash must match. */
export interface StoredKey {
  tenancyId: string;
  publicId: string;
  hash: Buffer<ArrayBuffer>;
}

/** The result of a lookup. */
export interface FoundKey {
  stored: StoredKey;
  live: LiveKey;
  /** The version of the tenancy's row that `live` contains. */
  version: string;
}

/** The rows that a request's context was built from (`caller-version.ts`). */
export interface CallerVersion {
  tenancyVersion: string;
  /** Undefined for a browser. */
  key?: { stored: StoredKey; scopes: string[] };
  /** Whether a statement has confirmed them. */
  isConfirmed: boolean;
}

/** The FROM and WHERE clauses that select key `k` and tenancy `t` if both are live. */
export const liveKey = ({ tenancyId, publicId, hash }: StoredKey, now: Date) => Prisma.sql`
  "ApiKey" k JOIN "Tenancy" t ON t."id" = k."tenancyId"
  WHERE k."tenancyId" = ${tenancyId} AND k."publicId" = ${publicId} AND k."hash" = ${hash}
    AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL
    AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})
    AND t."suspendedAt" IS NULL AND NOT t."isSystem"`;
