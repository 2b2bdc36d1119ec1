import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName, listPlatforms } from "@/lib/domain/base/find-platform-name";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-metadata";
import { nameProvider, unknownAaguid } from "@/lib/domain/passkey/name-provider";
import { Prisma } from "@/prisma/generated/client";

export interface Provider {
  name: string;
  /** Most have one. A family of security keys has a few. */
  aaguids: readonly [string, ...string[]];
}

/** Lists the providers of the built-in list by name. */
export function listProviders(): Provider[] {
  const byName = new Map<string, [string, ...string[]]>();
  for (const [aaguid, name] of listPlatforms())
    byName.set(name, [...(byName.get(name) ?? []), aaguid] as [string, ...string[]]);
  return [...byName]
    .map(([name, aaguids]) => ({ name, aaguids }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Returns all AAGUIDs of a provider, by any of them. */
export const aaguidsOfSameProvider = (aaguid: string): Provider["aaguids"] =>
  listProviders().find(({ aaguids }) => aaguids.includes(aaguid))?.aaguids ?? [aaguid];

/** More AAGUIDs than products exist: a tenancy that has them accepts invented ones. */
export const maxAaguids = 200;
/** Counted of each AAGUID. */
export const maxCounted = 1_000;

/** A provider of a tenancy's passkeys. */
export interface CountedProvider {
  /** Finds its passkeys as a filter: one of its AAGUIDs, or that of no known provider. */
  aaguid: string;
  name: string;
  /** At most `maxCounted` of each AAGUID. */
  count: number;
  isExact: boolean;
}

/**
 * Jumps from one AAGUID to the next along their index, and counts some passkeys of each. Raw, because
 * DISTINCT would read every passkey.
 */
export const aaguidsStatement = (tenancyId: string): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE "seen" AS (
    (SELECT p."aaguid", 1 AS "number" FROM "Passkey" p
     WHERE p."tenancyId" = ${tenancyId} ORDER BY p."aaguid" LIMIT 1)
    UNION ALL
    SELECT (SELECT p."aaguid" FROM "Passkey" p
            WHERE p."tenancyId" = ${tenancyId} AND p."aaguid" > s."aaguid"
            ORDER BY p."aaguid" LIMIT 1), s."number" + 1
    FROM "seen" s WHERE s."aaguid" IS NOT NULL AND s."number" <= ${maxAaguids}
  )
  SELECT s."aaguid", (SELECT count(*)::int FROM (
      SELECT FROM "Passkey" p WHERE p."tenancyId" = ${tenancyId} AND p."aaguid" = s."aaguid"
      LIMIT ${maxCounted}
    ) c) AS "count"
  FROM "seen" s WHERE s."aaguid" IS NOT NULL`;

const Counted = z.object({ aaguid: z.string(), count: z.int() });

/**
 * Counts a tenancy's passkeys by provider, the commonest first. AAGUIDs without a name count as one
 * provider.
 * @returns null for more than `maxAaguids` AAGUIDs
 */
export async function countProviders(ctx: TenancyContext): Promise<CountedProvider[] | null> {
  const rows = await ctx.db.query(Counted)(aaguidsStatement(ctx.tenancy.id));
  if (rows.length > maxAaguids) return null;
  const nameOf = await findProviderNames(
    ctx,
    rows.map(({ aaguid }) => aaguid),
  );
  const providers = new Map<string, CountedProvider>();
  for (const { aaguid, count } of rows) {
    const isNamed =
      findPlatformName(aaguid) !== undefined || nameOf(aaguid) !== nameProvider(aaguid);
    const key = !isNamed ? unknownAaguid : aaguidsOfSameProvider(aaguid)[0];
    const known = providers.get(key);
    providers.set(key, {
      aaguid: key,
      name: nameOf(key),
      count: count + (known?.count ?? 0),
      isExact: count < maxCounted && (known?.isExact ?? true),
    });
  }
  return [...providers.values()].sort(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name, "en"),
  );
}
