import { Prisma } from "@/prisma/generated/client";
import { recordColumns } from "./passkey-record";

// Statements for a filtered list of passkeys:
// - `walkParts` splits the list into parts, each a range of one index in its order. Conditions that
//   the index doesn't cover go to `rest`.
// - `partStatement` reads the rows of a part. With `rest`, it scans at most `within` rows.
// - `horizonStatement` finds the row at which that scan stopped.

/** The last passkey of the previous page. */
export interface WalkPosition {
  id: string;
  /** Its username in lower case, when the list is ordered by name. */
  name?: string | undefined;
}

/** The conditions of a filter, with its user and text resolved. */
export interface WalkConditions {
  id?: string | undefined;
  sub?: string | undefined;
  /** The start of the username, in any case. */
  prefix?: string | undefined;
  aaguid?: string | undefined;
  rpId?: string | undefined;
  enabled?: boolean | undefined;
  synced?: boolean | undefined;
  neverUsed?: true | undefined;
  usedBefore?: Date | undefined;
}

/** A range of an index, in its order. */
export interface WalkPart {
  range: Prisma.Sql;
  order: Prisma.Sql;
  /** Further conditions on each row. */
  rest: Prisma.Sql[];
}

/** Sorts after every text that begins with it. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

const newestFirst = Prisma.sql`p."id" DESC`;
const byName = Prisma.sql`lower(p."username") USING ~<~, p."id"`;

/** Conditions that an index covers, the most selective first. */
function indexed({ id, sub, aaguid, rpId, enabled, synced }: WalkConditions): Prisma.Sql[] {
  return [
    ...(id === undefined ? [] : [Prisma.sql`p."id" = ${id}`]),
    ...(sub === undefined ? [] : [Prisma.sql`p."sub" = ${sub}`]),
    ...(enabled === false ? [Prisma.sql`p."disabledAt" IS NOT NULL`] : []),
    ...(aaguid === undefined ? [] : [Prisma.sql`p."aaguid" = ${aaguid}`]),
    ...(rpId === undefined ? [] : [Prisma.sql`p."rpId" = ${rpId}`]),
    ...(synced === undefined ? [] : [Prisma.sql`p."backedUp" = ${synced}`]),
    ...(enabled === true ? [Prisma.sql`p."disabledAt" IS NULL`] : []),
  ];
}

/** Conditions without an index: every sign-in would have to update one on `lastUsedAt`. */
const unindexed = ({ neverUsed, usedBefore }: WalkConditions): Prisma.Sql[] => [
  ...(neverUsed === undefined ? [] : [Prisma.sql`p."lastUsedAt" IS NULL`]),
  ...(usedBefore === undefined ? [] : [Prisma.sql`p."lastUsedAt" < ${usedBefore}`]),
];

/**
 * Returns the parts to read, in order. A list by name has two parts after its first page: the other
 * passkeys with the name of the last one, and those with later names.
 */
export function walkParts(conditions: WalkConditions, after: WalkPosition | undefined): WalkPart[] {
  const [first, ...others] = indexed(conditions);
  const { prefix } = conditions;
  if (prefix !== undefined && conditions.id === undefined && conditions.sub === undefined) {
    const rest = [...(first === undefined ? [] : [first]), ...others, ...unindexed(conditions)];
    const part = (range: Prisma.Sql): WalkPart => ({ range, order: byName, rest });
    const before = Prisma.sql`lower(p."username") ~<~ lower(${endOf(prefix)}::text)`;
    if (after?.name === undefined)
      return [part(Prisma.sql`lower(p."username") ~>=~ lower(${prefix}::text) AND ${before}`)];
    return [
      part(Prisma.sql`lower(p."username") = ${after.name} AND p."id" > ${after.id}`),
      part(Prisma.sql`lower(p."username") ~>~ ${after.name}::text AND ${before}`),
    ];
  }
  const startsWith =
    prefix === undefined
      ? []
      : [Prisma.sql`starts_with(lower(p."username"), lower(${prefix}::text))`];
  const older = after === undefined ? [] : [Prisma.sql`p."id" < ${after.id}`];
  const range = [...(first === undefined ? [] : [first]), ...older];
  return [
    {
      range: range.length === 0 ? Prisma.sql`TRUE` : Prisma.join(range, " AND "),
      order: newestFirst,
      rest: [...others, ...startsWith, ...unindexed(conditions)],
    },
  ];
}

interface Bounds {
  /** Most rows to return. */
  rows: number;
  /** Most rows to scan. */
  within: number;
}

/** Reads the first rows of a part that match. */
export function partStatement(
  tenancyId: string,
  { range, order, rest }: WalkPart,
  { rows, within }: Bounds,
): Prisma.Sql {
  const scanned = Prisma.sql`
    SELECT * FROM "Passkey" p WHERE p."tenancyId" = ${tenancyId} AND ${range}
    ORDER BY ${order} LIMIT ${rest.length === 0 ? rows : within}`;
  const matched =
    rest.length === 0
      ? scanned
      : Prisma.sql`SELECT * FROM (${scanned}) p WHERE ${Prisma.join(rest, " AND ")} LIMIT ${rows}`;
  return Prisma.sql`
    SELECT ${recordColumns}, lower(p."username") AS "name"
    FROM (${matched}) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    ORDER BY ${order}`;
}

/** Finds the last passkey that `partStatement` scanned; no row if the part has fewer. */
export function horizonStatement(
  tenancyId: string,
  { range, order }: WalkPart,
  { within }: Pick<Bounds, "within">,
): Prisma.Sql {
  return Prisma.sql`
    SELECT h."id", h."name" FROM (
      SELECT l.*, row_number() OVER () AS "number" FROM (
        SELECT p."id", lower(p."username") AS "name" FROM "Passkey" p
        WHERE p."tenancyId" = ${tenancyId} AND ${range}
        ORDER BY ${order} LIMIT ${within}
      ) l
    ) h WHERE h."number" = ${within}`;
}
