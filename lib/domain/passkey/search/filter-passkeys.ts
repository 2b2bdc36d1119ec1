import { z } from "zod";
import { base64UrlPattern, idPattern } from "@/lib/contract/fields";
import {
  type BoundedCount,
  countMatches,
  cutPage,
  emptyPage,
  findInTurn,
  type Page,
  walkPages,
} from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { listPlatforms } from "@/lib/domain/base/find-platform-name";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { unknownAaguid } from "@/lib/domain/passkey/name-provider";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import {
  type PasskeyRecord,
  recordColumns,
  RecordRow,
  toPasskeyRecord,
} from "@/lib/domain/passkey/passkey-record";
import { nameModels } from "@/lib/domain/passkey/policy/list-models";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { findMatchingSubs } from "@/lib/domain/user/search/search-users";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { aaguidsOfSameProvider } from "./count-providers";
import { isFiltered, type PasskeyFilter } from "./passkey-filter";
import {
  type PasskeyConditions,
  type PasskeyOrder,
  type PasskeyPosition,
  scansOf,
} from "./passkey-scan";

export interface PasskeyPage extends Page<PasskeyRecord> {
  /** More users match the text than the search covers. */
  isPartial: boolean;
}

const Position = z.object({
  id: z.string().regex(idPattern),
  name: z.string().max(1_024).nullable(),
});

const writePosition = ({ id, name }: PasskeyPosition): string =>
  name === null ? id : `${id}.${Buffer.from(name).toString("base64url")}`;

/**
 * Parses a position; undefined, and so the first page, if it is invalid. Positions are not signed,
 * because they grant no access and contain no secret.
 */
function readPosition(text: string | undefined): PasskeyPosition | undefined {
  const [id, encoded] = (text ?? "").split(".");
  const name =
    encoded === undefined
      ? null
      : Buffer.from(encoded, "base64url").toString().replaceAll("\0", "");
  return Position.safeParse({ id, name }).data;
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

/** Resolves a provider. One without a name has an AAGUID that neither the built-in list nor FIDO Metadata has. */
async function providerConditions(
  ctx: TenancyContext,
  provider: string | undefined,
): Promise<Pick<PasskeyConditions, "aaguids" | "otherAaguids">> {
  if (provider === undefined) return {};
  if (provider !== unknownAaguid) return { aaguids: aaguidsOfSameProvider(provider) };
  const metadata = await findMetadata(ctx);
  const named = [...listPlatforms(), ...(metadata?.list() ?? [])];
  return { otherAaguids: named.map(([aaguid]) => aaguid) };
}

/** Resolves a filter's user and text to conditions; null if there is no such user. */
async function conditionsOf(
  ctx: TenancyContext,
  { q, user, provider, rpId, state, synced, use, usedBefore }: PasskeyFilter,
): Promise<(PasskeyConditions & { isPartial: boolean }) | null> {
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
    ...(await providerConditions(ctx, provider)),
    rpId: rpId?.toLowerCase(),
    enabled: state === undefined ? undefined : state === "enabled",
    synced: synced === undefined ? undefined : synced === "yes",
    neverUsed: use === undefined ? undefined : true,
    usedBefore: usedBefore === undefined ? undefined : new Date(`${usedBefore}T00:00:00Z`),
  };
}

const PositionRow = z.object({ position: z.string(), name: z.string().nullable() });
const positionOf = ({ position, name }: z.infer<typeof PositionRow>): PasskeyPosition => ({
  id: position,
  name,
});
const FoundRow = RecordRow.extend(PositionRow.shape).transform((record) => ({
  ...positionOf(record),
  record,
}));
type FoundRow = z.infer<typeof FoundRow>;

export const shownPasskeys = {
  Row: FoundRow,
  Position: PositionRow.transform(positionOf),
  columns: Prisma.sql`${recordColumns}, p."name", p."position"`,
  joins: Prisma.sql`LEFT JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"`,
};

interface PageQuery {
  filter: PasskeyFilter;
  /**
   * Default: newest. A text has its own order. By last use, the list contains only passkeys whose
   * sign-in is still in the timeline.
   */
  order?: PasskeyOrder | undefined;
  /** `next` of the previous page. */
  after?: string | undefined;
  rows: number;
}

/**
 * Lists a page of the passkeys that match a filter. A text finds usernames that start
 * with it, by name, and then the passkeys of users with it in their email or name. Keyset pagination
 * along an index. Conditions without an index are checked on at most `limits.consoleScanRows`
 * passkeys. Runs one statement, and a few more for a user and a text.
 */
export async function filterPasskeys(
  ctx: TenancyContext,
  { filter, order, after, rows }: PageQuery,
): Promise<PasskeyPage> {
  const found = await conditionsOf(ctx, filter);
  if (found === null) return { ...emptyPage, isPartial: false };
  const { isPartial, ...conditions } = found;
  const scans = scansOf(ctx.tenancy.id, conditions, { after: readPosition(after), order });
  const page = cutPage(
    await findInTurn(ctx, scans, { selection: shownPasskeys, maxMatches: rows + 1 }),
    rows,
    writePosition,
  );
  return {
    ...page,
    entries: page.entries.map(({ record }) => toPasskeyRecord(ctx, record)),
    isPartial,
  };
}

/**
 * Counts the passkeys that match a filter, on all pages; null if more users match than a search
 * covers. Reads at most one more than `limits.countedRows` passkeys of each scan.
 */
export async function countPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): Promise<BoundedCount | null> {
  const conditions = await conditionsOf(ctx, filter);
  if (conditions === null) return { count: 0, isExact: true };
  if (conditions.isPartial) return null;
  const counted = await Promise.all(
    scansOf(ctx.tenancy.id, conditions).map((scan) =>
      countMatches(ctx, scan, { bound: limits.countedRows + 1 }),
    ),
  );
  const count = counted.reduce((sum, part) => sum + part.count, 0);
  return { count, isExact: counted.every(({ isExact }) => isExact) || count > limits.countedRows };
}

const rowsPerPage = 500;

/** Reads all passkeys that match a filter, page by page. */
export const walkPasskeys = (
  ctx: TenancyContext,
  filter: PasskeyFilter,
): AsyncGenerator<PasskeyRecord[]> =>
  walkPages((after) => filterPasskeys(ctx, { filter, after, rows: rowsPerPage }));

async function* nameEach(ctx: TenancyContext, pages: AsyncIterable<PasskeyRecord[]>) {
  for await (const records of pages) yield await nameModels(ctx, records);
}

/** Reads all passkeys that match a filter, page by page. Writes the audit event first. */
export async function exportPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): Promise<AsyncIterable<PasskeyRecord[]>> {
  await recordAudit(ctx, ctx.db, {
    action: "passkey.exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
    detail: isFiltered(filter) ? "filtered" : "all",
  });
  return nameEach(ctx, walkPasskeys(ctx, filter));
}
