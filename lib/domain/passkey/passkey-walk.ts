import { Prisma } from "@/prisma/generated/client";
import { recordColumns } from "./passkey-record";

// Statements for a filtered list of passkeys:
// - `walkParts` splits the list into parts, each a range of one index in its order. Conditions that
//   the index doesn't cover go to `rest`.
// - `partStatement` reads the rows of a part. With `rest`, it scans at most `within` rows.
// - `countStatement` counts them.
// - `horizonStatement` finds the row at which that scan stopped.

/** The last passkey of the previous page. */
export interface WalkPosition {
  id: string;
  /** Its username in lower case, in the part of a search that is ordered by name. */
  name?: string | undefined;
}

/** The conditions of a filter, with its user and text resolved. */
export interface WalkConditions {
  id?: string | undefined;
  sub?: string | undefined;
  /** The start of the username, in any case. */
  prefix?: string | undefined;
  /** Further passkeys that match the text, because their users do. A few hundred. */
  ids?: readonly string[] | undefined;
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
  /** Ordered by username. */
  isByName: boolean;
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

const startsWith = (prefix: string) =>
  Prisma.sql`starts_with(lower(p."username"), lower(${prefix}::text))`;

/**
 * The parts of a search: usernames that start with the text, by name, and then the other passkeys of
 * users who match, newest first. After the first page by name there are two parts by name: the other
 * passkeys with the name of the last one, and those with later names.
 */
function searchParts(
  { prefix, ids = [], ...conditions }: WalkConditions & { prefix: string },
  after: WalkPosition | undefined,
): WalkPart[] {
  const rest = [...indexed(conditions), ...unindexed(conditions)];
  const part = (range: Prisma.Sql): WalkPart => ({ range, order: byName, isByName: true, rest });
  const others = (older: Prisma.Sql): WalkPart[] =>
    ids.length === 0
      ? []
      : [
          {
            range: Prisma.sql`p."id" = ANY (${[...ids]}::text[])
              AND NOT ${startsWith(prefix)} AND ${older}`,
            order: newestFirst,
            isByName: false,
            rest,
          },
        ];
  // Only positions in a list by name have a name.
  if (after !== undefined && after.name === undefined)
    return others(Prisma.sql`p."id" < ${after.id}`);
  const before = Prisma.sql`lower(p."username") ~<~ lower(${endOf(prefix)}::text)`;
  const named =
    after?.name === undefined
      ? [part(Prisma.sql`lower(p."username") ~>=~ lower(${prefix}::text) AND ${before}`)]
      : [
          part(Prisma.sql`lower(p."username") = ${after.name} AND p."id" > ${after.id}`),
          part(Prisma.sql`lower(p."username") ~>~ ${after.name}::text AND ${before}`),
        ];
  return [...named, ...others(Prisma.sql`TRUE`)];
}

/** Returns the parts to read, in order. */
export function walkParts(conditions: WalkConditions, after: WalkPosition | undefined): WalkPart[] {
  const { prefix, ids = [] } = conditions;
  if (prefix !== undefined && conditions.id === undefined && conditions.sub === undefined)
    return searchParts({ ...conditions, prefix }, after);
  const [first, ...others] = indexed(conditions);
  const matches =
    prefix === undefined
      ? []
      : [Prisma.sql`(${startsWith(prefix)} OR p."id" = ANY (${[...ids]}::text[]))`];
  const older = after === undefined ? [] : [Prisma.sql`p."id" < ${after.id}`];
  const range = [...(first === undefined ? [] : [first]), ...older];
  return [
    {
      range: range.length === 0 ? Prisma.sql`TRUE` : Prisma.join(range, " AND "),
      order: newestFirst,
      isByName: false,
      rest: [...others, ...matches, ...unindexed(conditions)],
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

/** Counts the passkeys of a part, and those of them that match. Scans at most `within` rows. */
export const countStatement = (
  tenancyId: string,
  { range, order, rest }: WalkPart,
  within: number,
): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS "searched",
    (count(*) FILTER (
      WHERE ${Prisma.join([Prisma.sql`TRUE`, ...rest], " AND ")}
    ))::int AS "count"
  FROM (
    SELECT * FROM "Passkey" p WHERE p."tenancyId" = ${tenancyId} AND ${range}
    ORDER BY ${order} LIMIT ${within}
  ) p`;

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
