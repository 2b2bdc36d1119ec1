import { decodeTime } from "ulid";
import { z } from "zod";
import { base64UrlPattern, idPattern } from "@/lib/contract/fields";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { TenancyContext } from "@/lib/domain/context";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { findMatchingSubs } from "@/lib/domain/user-search/find-matching-subs";
import { limits } from "@/lib/limits";
import type { PasskeyFilter } from "./passkey-filter";
import { findPasskeyIds } from "./passkey-id";
import { type PasskeyRecord, RecordRow, toPasskeyRecord } from "./passkey-record";
import {
  countStatement,
  horizonStatement,
  partStatement,
  type WalkConditions,
  walkParts,
  type WalkPosition,
} from "./passkey-walk";

export interface PasskeyPage {
  records: PasskeyRecord[];
  /** The position of the next page; null on the last page. */
  next: string | null;
  /** Set when the scan limit ended the page: when the last passkey scanned was created, in ms. */
  lookedBackTo: number | null;
  /** More users match the text than the search covers. */
  isPartial: boolean;
}

const emptyPage: PasskeyPage = { records: [], next: null, lookedBackTo: null, isPartial: false };

const NamedRow = RecordRow.extend({ name: z.string() });
const Horizon = z.object({ id: z.string(), name: z.string() });
const Position = z.object({
  id: z.string().regex(idPattern),
  name: z.string().max(1_024).optional(),
});

const writePosition = (position: WalkPosition): string =>
  position.name === undefined
    ? position.id
    : `${position.id}.${Buffer.from(position.name).toString("base64url")}`;

/**
 * Parses a position; undefined, and so the first page, if it is invalid. Positions are not signed,
 * because they grant no access and contain no secret.
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

const minCredentialIdCharacters = 16;

/** Finds a passkey by its id or credential id, and returns its id. */
async function findByAnyId(ctx: TenancyContext, text: string): Promise<string | undefined> {
  if (text.length < minCredentialIdCharacters || !base64UrlPattern.test(text)) return undefined;
  const [found] = await ctx.db.query(z.object({ id: z.string() }))`
    SELECT p."id" FROM "Passkey" p
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${text.toLowerCase()}
    UNION ALL
    SELECT p."id" FROM "Passkey" p
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."credentialId" = ${text}`;
  return found?.id;
}

/**
 * Finds the passkeys of the users who match a text, as in the users list, and the one with this former
 * id. Former ids can be short, so they don't rule out other matches.
 */
async function findFurther(
  ctx: TenancyContext,
  text: string,
): Promise<{ ids: string[]; isPartial: boolean }> {
  const tenancyId = ctx.tenancy.id;
  const users = limits.searchMatches;
  const passkeys = limits.consoleScanRows;
  const [subs, named] = await Promise.all([
    findMatchingSubs(ctx, { tenancyId, text, rows: users }),
    findPasskeyIds(ctx, ctx.db, [text]),
  ]);
  const found = await ctx.db.passkey.findMany({
    where: { tenancyId, sub: { in: subs } },
    select: { id: true },
    take: passkeys,
  });
  return {
    ids: [...new Set([...named.values(), ...found.map(({ id }) => id)])],
    isPartial: subs.length === users || found.length === passkeys,
  };
}

/** Resolves a filter's user and text to conditions; null if there is no such user. */
async function conditionsOf(
  ctx: TenancyContext,
  { q, user, provider, rpId, state, synced, use, usedBefore }: PasskeyFilter,
): Promise<(WalkConditions & { isPartial: boolean }) | null> {
  const owner =
    user === undefined
      ? undefined
      : ((await findUserByUserId(ctx, ctx.db, user)) ??
        (await ctx.db.user.findUnique({
          where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: user } },
        })));
  if (owner === null) return null;
  const id = q === undefined ? undefined : await findByAnyId(ctx, q);
  const prefix = id === undefined ? q : undefined;
  const { ids, isPartial } =
    prefix === undefined ? { ids: [], isPartial: false } : await findFurther(ctx, prefix);
  return {
    id,
    sub: owner?.sub,
    prefix,
    ids,
    isPartial,
    aaguid: provider,
    rpId: rpId?.toLowerCase(),
    enabled: state === undefined ? undefined : state === "enabled",
    synced: synced === undefined ? undefined : synced === "yes",
    neverUsed: use === undefined ? undefined : true,
    usedBefore: usedBefore === undefined ? undefined : new Date(`${usedBefore}T00:00:00Z`),
  };
}

const positionOf = ({
  id,
  name,
  isByName,
}: {
  id: string;
  name: string;
  isByName: boolean;
}): WalkPosition => (isByName ? { id, name } : { id });

const createdAtOf = (id: string): number => decodeTime(id.toUpperCase());

async function readPage(
  ctx: TenancyContext,
  { isPartial, ...conditions }: WalkConditions & { isPartial: boolean },
  { after, rows }: { after: WalkPosition | undefined; rows: number },
): Promise<PasskeyPage> {
  const found: (z.infer<typeof NamedRow> & { isByName: boolean })[] = [];
  const page = (next: string | null, lookedBackTo: number | null = null): PasskeyPage => ({
    records: found.slice(0, rows).map((row) => toPasskeyRecord(ctx, row)),
    next,
    lookedBackTo,
    isPartial,
  });
  for (const part of walkParts(conditions, after)) {
    const { isByName } = part;
    // One more row than requested shows whether there is another page.
    const bounds = { rows: rows + 1 - found.length, within: limits.consoleScanRows };
    const rowsOfPart = await ctx.db.query(NamedRow)(partStatement(ctx.tenancy.id, part, bounds));
    found.push(...rowsOfPart.map((row) => ({ ...row, isByName })));
    const last = found[rows - 1];
    if (found.length > rows && last !== undefined) return page(writePosition(positionOf(last)));
    const [horizon] =
      part.rest.length === 0
        ? []
        : await ctx.db.query(Horizon)(horizonStatement(ctx.tenancy.id, part, bounds));
    if (horizon !== undefined)
      return page(writePosition(positionOf({ ...horizon, isByName })), createdAtOf(horizon.id));
  }
  return page(null);
}

interface PageQuery {
  filter: PasskeyFilter;
  /** `next` of the previous page. */
  after?: string | undefined;
  rows: number;
}

/**
 * Lists a page of the passkeys that match a filter, newest first. A text finds usernames that start
 * with it, by name, and then the passkeys of users with it in their email or name. Keyset pagination
 * along an index. Conditions without an index are checked on at most `limits.consoleScanRows`
 * passkeys; `lookedBackTo` tells how far back the page scanned. Runs one statement, and a few more
 * for a user, a text and a page that isn't full.
 */
export async function filterPasskeys(
  ctx: TenancyContext,
  { filter, after, rows }: PageQuery,
): Promise<PasskeyPage> {
  const conditions = await conditionsOf(ctx, filter);
  return conditions === null
    ? emptyPage
    : readPage(ctx, conditions, { after: readPosition(after), rows });
}

const Counted = z.object({ searched: z.int(), count: z.int() });

/**
 * Counts the passkeys that match a filter, on all pages; null if more users match than a search
 * covers. Raw: reads at most one more than `limits.countedRows` passkeys of each range.
 */
export async function countPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): Promise<BoundedCount | null> {
  const conditions = await conditionsOf(ctx, filter);
  if (conditions === null) return { count: 0, isExact: true };
  if (conditions.isPartial) return null;
  const parts = await Promise.all(
    walkParts(conditions, undefined).map((part) =>
      ctx.db.query(Counted)(countStatement(ctx.tenancy.id, part, limits.countedRows + 1)),
    ),
  );
  const read = parts.flat();
  const count = read.reduce((sum, part) => sum + part.count, 0);
  const isRead = read.every(({ searched }) => searched <= limits.countedRows);
  return { count, isExact: isRead || count > limits.countedRows };
}

const rowsPerPage = 500;

/** Reads all passkeys that match a filter, page by page. */
export async function* walkPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): AsyncGenerator<PasskeyRecord[]> {
  for (
    let after: string | undefined, isFirst = true;
    isFirst || after !== undefined;
    isFirst = false
  ) {
    const { records, next } = await filterPasskeys(ctx, { filter, after, rows: rowsPerPage });
    yield records;
    after = next ?? undefined;
  }
}
