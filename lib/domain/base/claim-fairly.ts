// Claims of queued rows, such as emails and webhook deliveries. Any number of processes share a queue.
// A process visits tenancies round-robin in the order of their ids.

import { Prisma } from "@/prisma/generated/client";

export interface ClaimRequest {
  /** Items that the process can deliver now. */
  room: number;
  /** Deliveries in flight, by tenancy, and by webhook. */
  inFlight: ReadonlyMap<string, number>;
  /** The tenancy served last: the claim begins with the next id. */
  after: string;
  /** Claims one item of each tenancy with none in flight, and nothing else. */
  onlyIdle?: boolean;
}

export interface Claim<Item> {
  items: Item[];
  /** `after` of the next claim. */
  after: string;
}

/**
 * Builds two CTEs of a claim, after WITH RECURSIVE:
 * - `busy`: deliveries in flight, as JSON by id
 * - `walk`: tenancies with queued rows, by a loose index scan that stops once the claim is full
 */
export function walkTenancies(
  table: "OutboxMail" | "WebhookDelivery",
  { inFlight, after }: ClaimRequest,
): Prisma.Sql {
  const nextTenancy = (tenancyId: Prisma.Sql) => Prisma.sql`
    SELECT m."tenancyId" FROM ${Prisma.raw(`"${table}"`)} m
    WHERE m."state" = 'queued' AND m."tenancyId" > ${tenancyId} ORDER BY m."tenancyId" LIMIT 1`;
  return Prisma.sql`
    busy AS MATERIALIZED (
      SELECT ${JSON.stringify(Object.fromEntries(inFlight))}::jsonb AS "inFlight"
    ), walk("tenancyId") AS (
      (${nextTenancy(Prisma.sql`${after}`)})
      UNION ALL
      SELECT (${nextTenancy(Prisma.sql`w."tenancyId"`)}) FROM walk w
      WHERE w."tenancyId" IS NOT NULL
    )`;
}

/** Builds how many deliveries of an id run in this process, from CTE `busy`. */
export const inFlightOf = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`COALESCE((busy."inFlight"->>${id})::int, 0)`;

/** Builds how many more deliveries of an id may run, from CTE `busy`. */
export const freeOf = (id: Prisma.Sql, most: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`GREATEST(0, ${most} - ${inFlightOf(id)})`;

/**
 * Claims due items round-robin across tenancies. One round trip; a second one starts again at the
 * first tenancy if the claim reached the last one with room left.
 * @param keysOf the ids under which an item counts as in flight; the first is its tenancy
 */
export async function claimFairly<Item>(
  claim: (request: ClaimRequest) => Promise<Item[]>,
  keysOf: (item: Item) => readonly [tenancyId: string, ...others: string[]],
  request: ClaimRequest,
): Promise<Claim<Item>> {
  const { room, inFlight, after } = request;
  const items = await claim(request);
  if (items.length < room && after !== "") {
    const withClaimed = new Map(inFlight);
    for (const key of items.flatMap(keysOf)) withClaimed.set(key, (withClaimed.get(key) ?? 0) + 1);
    const left = room - items.length;
    items.push(...(await claim({ ...request, room: left, inFlight: withClaimed, after: "" })));
  }
  const last = items.at(-1);
  return { items, after: items.length < room || last === undefined ? "" : keysOf(last)[0] };
}
