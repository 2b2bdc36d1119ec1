import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/**
 * The column `metadataOutdatedAt` of tenancy `t`: the end of the day on which a newer FIDO Metadata BLOB
 * was due. Null before, and in all tenancies but the system tenancy.
 */
export const metadataOutdatedAt = (now: Date): Prisma.Sql => Prisma.sql`(
  SELECT b."nextUpdate" + interval '1 day' FROM "MetadataBlob" b
  WHERE t."isSystem" AND b."id" = 1
    AND b."nextUpdate" <= ${new Date(now.getTime() - lifetimes.dayMs)}) AS "metadataOutdatedAt"`;
