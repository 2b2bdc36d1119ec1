import { decodeTime } from "ulid";
import { z } from "zod";
import { limits } from "@/lib/limits";
import { base64UrlPattern, idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/context";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
import { Prisma } from "@/prisma/generated/client";
import type { PasskeyFilter } from "./passkey-filter";
import { RecordRow, toPasskeyRecord, type PasskeyRecord } from "./passkey-record";
import {
  horizonStatement,
  partStatement,
  walkParts,
  type WalkConditions,
  type WalkPosition,
} from "./passkey-walk";

export interface PasskeyPage {
  records: PasskeyRecord[];
  /** Where to go on; null when there is nothing behind. */
  next: string | null;
  /**
   * When the page ends for having looked far enough and not for being full: how far back in time it
   * looked (ms).
   */
  lookedBackTo: number | null;
}

const nothing: PasskeyPage = { records: [], next: null, lookedBackTo: null };

const NamedRow = RecordRow.extend({ name: z.string() });
const Position = z.object({
  id: z.string().regex(idPattern),
  name: z.string().max(1_024).optional(),
});

const writePosition = (position: WalkPosition): string =>
  position.name === undefined
    ? position.id
    : `${position.id}.${Buffer.from(position.name).toString("base64url")}`;

/**
 * Undefined for what is no position: the walk begins then. It tells no secrets and opens nothing,
 * so nobody signs it.
 */
function readPosition(text: string | undefined): WalkPosition | undefined {
  const [id, name] = (text ?? "").split(".");
  const parsed = Position.safeParse({
    id,
    name:
      name === undefined
        ? undefined
        : Buffer.from(name, "base64url").toString().replaceAll("\0", ""),
  });
  return parsed.success ? parsed.data : undefined;
}

const leastCredentialCharacters = 16;

/**
 * The passkey whose id, or whose device's id, was typed; undefined when the text is no such thing.
 */
async function findTyped(ctx: TenancyContext, text: string): Promise<string | undefined> {
  if (text.length < leastCredentialCharacters || !base64UrlPattern.test(text)) return undefined;
  const rows = await ctx.run(Prisma.sql`
    SELECT p."id" FROM "Passkey" p WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${text.toLowerCase()}
    UNION ALL SELECT p."id" FROM "Passkey" p WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."credentialId" = ${text}`);
  return z.object({ id: z.string() }).array().parse(rows)[0]?.id;
}

/** Null when nothing can fit, since there is no such user. */
async function conditionsOf(
  ctx: TenancyContext,
  { q, user, provider, rpId, state, synced, use, usedBefore }: PasskeyFilter,
): Promise<WalkConditions | null> {
  const owner =
    user === undefined
      ? undefined
      : ((await findUserByUserId(ctx, ctx.db, user)) ??
        (await ctx.db.user.findUnique({
          where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: user } },
        })));
  if (owner === null) return null;
  const id = q === undefined ? undefined : await findTyped(ctx, q);
  return {
    id,
    sub: owner?.sub,
    prefix: id === undefined ? q : undefined,
    aaguid: provider,
    rpId: rpId?.toLowerCase(),
    enabled: state === undefined ? undefined : state === "enabled",
    synced: synced === undefined ? undefined : synced === "yes",
    neverUsed: use === undefined ? undefined : true,
    usedBefore: usedBefore === undefined ? undefined : new Date(`${usedBefore}T00:00:00Z`),
  };
}

const madeAt = (id: string): number => decodeTime(id.toUpperCase());

async function readPage(
  ctx: TenancyContext,
  conditions: WalkConditions,
  { after, rows }: { after: WalkPosition | undefined; rows: number },
): Promise<PasskeyPage> {
  const found: z.infer<typeof NamedRow>[] = [];
  const isByName = conditions.prefix !== undefined && conditions.sub === undefined;
  const positionOf = ({ id, name }: { id: string; name: string }) =>
    writePosition(isByName ? { id, name } : { id });
  const page = (next: string | null, lookedBackTo: number | null = null): PasskeyPage => ({
    records: found.slice(0, rows).map((row) => toPasskeyRecord(ctx, row)),
    next,
    lookedBackTo,
  });
  for (const part of walkParts(conditions, after)) {
    // One row more than asked for tells whether there is another page.
    const bounds = { rows: rows + 1 - found.length, within: limits.consoleScanRows };
    found.push(
      ...NamedRow.array().parse(await ctx.run(partStatement(ctx.tenancy.id, part, bounds))),
    );
    const last = found[rows - 1];
    if (found.length > rows && last !== undefined) return page(positionOf(last));
    const [horizon] =
      part.rest.length === 0
        ? []
        : z
            .object({ id: z.string(), name: z.string() })
            .array()
            .parse(await ctx.run(horizonStatement(ctx.tenancy.id, part, bounds)));
    if (horizon !== undefined) return page(positionOf(horizon), madeAt(horizon.id));
  }
  return page(null);
}

interface PageQuery {
  filter: PasskeyFilter;
  /** `next` of the page before. */
  after?: string | undefined;
  rows: number;
}

/**
 * A page of the passkeys that a filter leaves, newest first; a search for names in the order of
 * names. Keyset, along an index that is in order. What no index finds is looked for in a bounded
 * number of passkeys, and the page says how far it looked. One statement; one more for each of: a
 * user, a typed id, a page that is not full.
 */
export async function filterPasskeys(
  ctx: TenancyContext,
  { filter, after, rows }: PageQuery,
): Promise<PasskeyPage> {
  const conditions = await conditionsOf(ctx, filter);
  return conditions === null
    ? nothing
    : readPage(ctx, conditions, { after: readPosition(after), rows });
}

const rowsOfAWalk = 500;

/** All of them, page by page, as far as there are any. */
export async function* walkPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): AsyncGenerator<PasskeyRecord[]> {
  for (let after: string | undefined, begun = false; !begun || after !== undefined; begun = true) {
    const { records, next } = await filterPasskeys(ctx, { filter, after, rows: rowsOfAWalk });
    yield records;
    after = next ?? undefined;
  }
}
