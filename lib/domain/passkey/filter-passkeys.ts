import { decodeTime } from "ulid";
import { z } from "zod";
import { limits } from "@/lib/limits";
import { base64UrlPattern, idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/context";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
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
  /** The position of the next page; null on the last page. */
  next: string | null;
  /** Set when the scan limit ended the page: when the last passkey scanned was created, in ms. */
  lookedBackTo: number | null;
}

const emptyPage: PasskeyPage = { records: [], next: null, lookedBackTo: null };

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

/** Resolves a filter's user and text to conditions; null if there is no such user. */
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
  const id = q === undefined ? undefined : await findByAnyId(ctx, q);
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

const createdAtOf = (id: string): number => decodeTime(id.toUpperCase());

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
    // One more row than requested shows whether there is another page.
    const bounds = { rows: rows + 1 - found.length, within: limits.consoleScanRows };
    found.push(...(await ctx.db.query(NamedRow)(partStatement(ctx.tenancy.id, part, bounds))));
    const last = found[rows - 1];
    if (found.length > rows && last !== undefined) return page(positionOf(last));
    const [horizon] =
      part.rest.length === 0
        ? []
        : await ctx.db.query(Horizon)(horizonStatement(ctx.tenancy.id, part, bounds));
    if (horizon !== undefined) return page(positionOf(horizon), createdAtOf(horizon.id));
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
 * Lists a page of the passkeys that match a filter: newest first, or by name when searching for a
 * username. Keyset pagination along an index. Conditions without an index are checked on at most
 * `limits.consoleScanRows` passkeys; `lookedBackTo` tells how far back the page scanned. Runs one
 * statement, and one more each for a user, a possible id and a page that isn't full.
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

const Count = z.object({ count: z.int() });

/**
 * Counts the passkeys that match a filter, up to one more than `limits.countedRows`; null if no
 * single index counts them. Raw, because a filter is a range of an index.
 */
export async function countPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): Promise<number | null> {
  const conditions = await conditionsOf(ctx, filter);
  if (conditions === null) return 0;
  const [part] = walkParts(conditions, undefined);
  if (part === undefined || part.rest.length > 0) return null;
  const [counted] = await ctx.db.query(Count)`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "Passkey" p WHERE p."tenancyId" = ${ctx.tenancy.id} AND ${part.range}
      LIMIT ${limits.countedRows + 1}
    ) p`;
  return counted?.count ?? null;
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
