import { allOf, type Scan } from "@/lib/domain/base/bounded-scan";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** Orders of the passkeys list, each along an index. */
export const passkeyOrders = ["newest", "oldest", "last-used"] as const;
export type PasskeyOrder = (typeof passkeyOrders)[number];

const signIn = "sign-in.succeeded";

/** The sign-in is the passkey's last one, as far as its user's next events show, a bounded number. */
const isLastUse = Prisma.sql`NOT EXISTS (
  SELECT FROM (
    SELECT l."kind", l."passkeyId" FROM "TimelineEvent" l
    WHERE l."tenancyId" = p."tenancyId" AND l."sub" IS NOT NULL AND l."sub" = p."sub"
      AND l."id" > p."position"
    ORDER BY l."id" LIMIT ${limits.consoleScanRows}
  ) l WHERE l."kind" = ${signIn} AND l."passkeyId" = p."id")`;

/** The passkey wasn't deleted or moved to another user since. */
const isStillTheirs = Prisma.sql`p."id" IS NOT NULL`;

/**
 * Scans the passkeys of the timeline's sign-ins, the last used first. Every sign-in would have to
 * update an index on `lastUsedAt`. A row's position is the id of its sign-in. Sign-ins with deleted and
 * moved passkeys are rows without a passkey, so that the scan counts what it reads.
 */
function scanUsedPasskeys(
  tenancyId: string,
  { after, filter }: { after: string | undefined; filter: Prisma.Sql | undefined },
): Scan {
  const newest = newestRows({
    table: "TimelineEvent",
    tenancyId,
    by: { column: "kind", values: [signIn] },
    before: after,
  });
  return {
    rows: (bound) => Prisma.sql`
      SELECT p.*, NULL AS "name", e."id" AS "position" FROM (${newest(bound)}) e
      LEFT JOIN "Passkey" p
        ON p."tenancyId" = ${tenancyId} AND p."id" = e."passkeyId" AND p."sub" = e."sub"
      ORDER BY e."id" DESC`,
    alias: "p",
    filter: allOf([isStillTheirs, isLastUse, filter]),
    bound: limits.consoleScanRows,
  };
}

// The scans of a filtered list of passkeys, one after the other, each a range of one index (`scansOf`):
// - for a text, unless a passkey or a user is given: usernames that start with it, by name, and then
//   the other passkeys of users who match, newest first
// - otherwise: newest or oldest first, by the condition that leaves the fewest rows; the others are
//   its filter. Last used first: see `scanUsedPasskeys`

/** The last passkey of the previous page. */
export interface PasskeyPosition {
  /** The id of its sign-in in a list of the last used ones. */
  id: string;
  /** Its username in lower case, in a scan by name. */
  name: string | null;
}

/** The conditions of a filter, with its user and text resolved. */
export interface PasskeyConditions {
  id?: string | undefined;
  sub?: string | undefined;
  /** The start of the username, in any case. */
  prefix?: string | undefined;
  /** Further passkeys that match the text, because their users do. A few hundred. */
  ids?: string[] | undefined;
  /** A few. */
  aaguids?: readonly string[] | undefined;
  /** The AAGUIDs that it may not have. */
  otherAaguids?: readonly string[] | undefined;
  rpId?: string | undefined;
  enabled?: boolean | undefined;
  synced?: boolean | undefined;
  neverUsed?: true | undefined;
  usedBefore?: Date | undefined;
}

/** Sorts after every text that begins with it. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

/** Conditions with an index, the most selective first. A scan reads by one and tests the others. */
const indexed = ({ id, sub, aaguids, rpId, enabled, synced }: PasskeyConditions): Prisma.Sql[] =>
  [
    id !== undefined && Prisma.sql`p."id" = ${id}`,
    sub !== undefined && Prisma.sql`p."sub" = ${sub}`,
    enabled === false && Prisma.sql`p."disabledAt" IS NOT NULL`,
    aaguids !== undefined && Prisma.sql`p."aaguid" = ANY (${aaguids}::text[])`,
    rpId !== undefined && Prisma.sql`p."rpId" = ${rpId}`,
    synced !== undefined && Prisma.sql`p."backedUp" = ${synced}`,
    enabled === true && Prisma.sql`p."disabledAt" IS NULL`,
  ].filter((condition) => condition !== false);

/** Conditions without an index: every sign-in would have to update one on `lastUsedAt`. */
const unindexed = ({ otherAaguids, neverUsed, usedBefore }: PasskeyConditions) =>
  allOf([
    otherAaguids && Prisma.sql`p."aaguid" <> ALL (${otherAaguids}::text[])`,
    neverUsed && Prisma.sql`p."lastUsedAt" IS NULL`,
    usedBefore && Prisma.sql`p."lastUsedAt" < ${usedBefore}`,
  ]);

/** All conditions, none of them by an index. */
const allConditions = (conditions: PasskeyConditions) =>
  allOf([...indexed(conditions), unindexed(conditions)]);

const startsWith = (prefix: string) =>
  Prisma.sql`starts_with(lower(p."username"), lower(${prefix}::text))`;

const isOlder = (after: PasskeyPosition | undefined) =>
  after !== undefined && Prisma.sql`p."id" < ${after.id}`;

const isNewer = (after: PasskeyPosition | undefined) =>
  after !== undefined && Prisma.sql`p."id" > ${after.id}`;

const orderByNewest = { order: Prisma.sql`p."id" DESC`, name: Prisma.sql`NULL` };
const orderByOldest = { order: Prisma.sql`p."id"`, name: Prisma.sql`NULL` };
// `~<~` compares bytes, as the index does, whatever collation the database has.
const orderByName = {
  order: Prisma.sql`lower(p."username") USING ~<~, p."id"`,
  name: Prisma.sql`lower(p."username")`,
};

/** A scan of a range, in one of the orders. */
const scanRange = (
  range: readonly (Prisma.Sql | false)[],
  { order, name }: typeof orderByName,
  filter: Prisma.Sql | undefined,
): Scan => ({
  rows: (bound) => Prisma.sql`
    SELECT p.*, ${name} AS "name", p."id" AS "position" FROM "Passkey" p WHERE ${allOf(range)}
    ORDER BY ${order} LIMIT ${bound}`,
  alias: "p",
  filter,
  bound: limits.consoleScanRows,
});

/**
 * The scans for a text: passkeys by name, then those of `ids` with another name. After a page that
 * ended among the names there are two scans by name: the rest of that name, and later names.
 */
function searchScans(
  ofTenancy: Prisma.Sql,
  { prefix, ids = [], ...conditions }: PasskeyConditions & { prefix: string },
  after: PasskeyPosition | undefined,
): Scan[] {
  const filter = allConditions(conditions);
  const nameScan = (...range: Prisma.Sql[]) =>
    scanRange([ofTenancy, ...range], orderByName, filter);
  const idScans = (older: Prisma.Sql | false) => {
    const range = [
      Prisma.sql`p."id" = ANY (${ids}::text[])`,
      Prisma.sql`NOT ${startsWith(prefix)}`,
    ];
    return ids.length === 0 ? [] : [scanRange([ofTenancy, ...range, older], orderByNewest, filter)];
  };
  const before = Prisma.sql`lower(p."username") ~<~ lower(${endOf(prefix)}::text)`;
  if (after === undefined)
    return [
      nameScan(Prisma.sql`lower(p."username") ~>=~ lower(${prefix}::text)`, before),
      ...idScans(false),
    ];
  if (after.name === null) return idScans(isOlder(after));
  return [
    nameScan(Prisma.sql`lower(p."username") = ${after.name}`, Prisma.sql`p."id" > ${after.id}`),
    nameScan(Prisma.sql`lower(p."username") ~>~ ${after.name}::text`, before),
    ...idScans(false),
  ];
}

/** Whether providers are the most selective indexed condition. */
const isByProvider = ({ id, sub, enabled, aaguids }: PasskeyConditions) =>
  aaguids !== undefined && id === undefined && sub === undefined && enabled !== false;

/** A scan of the passkeys of a few providers, newest first: one range of the index for each AAGUID. */
function scanProviders(
  tenancyId: string,
  {
    aaguids = [],
    after,
  }: { aaguids?: readonly string[] | undefined; after?: PasskeyPosition | undefined },
  filter: Prisma.Sql | undefined,
): Scan {
  const newest = newestRows({
    table: "Passkey",
    tenancyId,
    by: { column: "aaguid", values: aaguids },
    before: after?.id,
  });
  return {
    rows: (bound) =>
      Prisma.sql`
        SELECT p.*, NULL AS "name", p."id" AS "position" FROM (${newest(bound)}) p
        ORDER BY p."id" DESC`,
    alias: "p",
    filter,
    bound: limits.consoleScanRows,
  };
}

/** Scans the oldest passkeys first. Providers are a filter: their index would be read in parts. */
function scanOldest(
  ofTenancy: Prisma.Sql,
  conditions: PasskeyConditions,
  after: PasskeyPosition | undefined,
): Scan {
  const { aaguids, ...others } = conditions;
  const [first = false, ...rest] = indexed(others);
  const filter = allOf([...rest, ...indexed({ aaguids }), unindexed(others)]);
  return scanRange([ofTenancy, first, isNewer(after)], orderByOldest, filter);
}

interface Order {
  after?: PasskeyPosition | undefined;
  /** Not for a text, whose matches have an order of their own. */
  order?: PasskeyOrder | undefined;
}

/** Returns the scans to read, one after the other. */
export function scansOf(
  tenancyId: string,
  conditions: PasskeyConditions,
  { after, order }: Order = {},
): Scan[] {
  const { id, sub, prefix, ids = [] } = conditions;
  const ofTenancy = Prisma.sql`p."tenancyId" = ${tenancyId}`;
  if (prefix !== undefined && id === undefined && sub === undefined)
    return searchScans(ofTenancy, { ...conditions, prefix }, after);
  if (prefix === undefined && order === "last-used")
    return [scanUsedPasskeys(tenancyId, { after: after?.id, filter: allConditions(conditions) })];
  if (prefix === undefined && order === "oldest") return [scanOldest(ofTenancy, conditions, after)];
  const [first = false, ...others] = indexed(conditions);
  const matchesText =
    prefix !== undefined && Prisma.sql`(${startsWith(prefix)} OR p."id" = ANY (${ids}::text[]))`;
  const filter = allOf([...others, matchesText, unindexed(conditions)]);
  return [
    isByProvider(conditions)
      ? scanProviders(tenancyId, { aaguids: conditions.aaguids, after }, filter)
      : scanRange([ofTenancy, first, isOlder(after)], orderByNewest, filter),
  ];
}
