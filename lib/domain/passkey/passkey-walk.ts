import { Prisma } from "@/prisma/generated/client";
import { recordColumns } from "./passkey-record";

/**
 * Where a walk stands: behind that passkey; `name` is its username in lower case where names are
 * the order.
 */
export interface WalkPosition {
  id: string;
  name?: string | undefined;
}

/** What a filter asks for, once it is known whose passkeys and which. */
export interface WalkConditions {
  id?: string | undefined;
  sub?: string | undefined;
  /** How usernames begin. */
  prefix?: string | undefined;
  aaguid?: string | undefined;
  rpId?: string | undefined;
  enabled?: boolean | undefined;
  synced?: boolean | undefined;
  neverUsed?: true | undefined;
  usedBefore?: Date | undefined;
}

/** A stretch of an index that is already in order; of what it has, `rest` leaves what is wanted. */
export interface WalkPart {
  stretch: Prisma.Sql;
  order: Prisma.Sql;
  rest: Prisma.Sql[];
}

/** Sorts after every text that begins with it. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

const newestFirst = Prisma.sql`p."id" DESC`;
const byName = Prisma.sql`lower(p."username") USING ~<~, p."id"`;

/** Every condition that an index is in order for, the one that leaves least first. */
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

/** No index serves these: one over `lastUsedAt` would have to be written at every sign-in. */
const unindexed = ({ neverUsed, usedBefore }: WalkConditions): Prisma.Sql[] => [
  ...(neverUsed === undefined ? [] : [Prisma.sql`p."lastUsedAt" IS NULL`]),
  ...(usedBefore === undefined ? [] : [Prisma.sql`p."lastUsedAt" < ${usedBefore}`]),
];

/**
 * The stretches that a walk goes along one after the other. By name it has two when it goes on: the
 * others of the name at which it stopped, and the names behind it.
 */
export function walkParts(conditions: WalkConditions, after: WalkPosition | undefined): WalkPart[] {
  const [first, ...others] = indexed(conditions);
  const { prefix } = conditions;
  if (prefix !== undefined && conditions.id === undefined && conditions.sub === undefined) {
    const rest = [...(first === undefined ? [] : [first]), ...others, ...unindexed(conditions)];
    const part = (stretch: Prisma.Sql): WalkPart => ({ stretch, order: byName, rest });
    const before = Prisma.sql`lower(p."username") ~<~ lower(${endOf(prefix)}::text)`;
    if (after?.name === undefined)
      return [part(Prisma.sql`lower(p."username") ~>=~ lower(${prefix}::text) AND ${before}`)];
    return [
      part(Prisma.sql`lower(p."username") = ${after.name} AND p."id" > ${after.id}`),
      part(Prisma.sql`lower(p."username") ~>~ ${after.name}::text AND ${before}`),
    ];
  }
  const begins =
    prefix === undefined
      ? []
      : [Prisma.sql`starts_with(lower(p."username"), lower(${prefix}::text))`];
  const behind = after === undefined ? [] : [Prisma.sql`p."id" < ${after.id}`];
  const stretch = [...(first === undefined ? [] : [first]), ...behind];
  return [
    {
      stretch: stretch.length === 0 ? Prisma.sql`TRUE` : Prisma.join(stretch, " AND "),
      order: newestFirst,
      rest: [...others, ...begins, ...unindexed(conditions)],
    },
  ];
}

interface Bounds {
  /** How many are wanted. */
  rows: number;
  /** How many are looked at for them. */
  within: number;
}

/** The first of a part that are wanted. */
export function partStatement(
  tenancyId: string,
  { stretch, order, rest }: WalkPart,
  { rows, within }: Bounds,
): Prisma.Sql {
  const looked = Prisma.sql`SELECT * FROM "Passkey" p WHERE p."tenancyId" = ${tenancyId} AND ${stretch} ORDER BY ${order} LIMIT ${rest.length === 0 ? rows : within}`;
  const wanted =
    rest.length === 0
      ? looked
      : Prisma.sql`SELECT * FROM (${looked}) p WHERE ${Prisma.join(rest, " AND ")} LIMIT ${rows}`;
  return Prisma.sql`
    SELECT ${recordColumns}, lower(p."username") AS "name"
    FROM (${wanted}) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" ORDER BY ${order}`;
}

/** The passkey at which a look through the part ends, where it has so many. */
export function horizonStatement(
  tenancyId: string,
  { stretch, order }: WalkPart,
  { within }: Pick<Bounds, "within">,
): Prisma.Sql {
  return Prisma.sql`
    SELECT h."id", h."name" FROM (
      SELECT l.*, row_number() OVER () AS "number" FROM (
        SELECT p."id", lower(p."username") AS "name" FROM "Passkey" p WHERE p."tenancyId" = ${tenancyId} AND ${stretch} ORDER BY ${order} LIMIT ${within}
      ) l
    ) h WHERE h."number" = ${within}`;
}
