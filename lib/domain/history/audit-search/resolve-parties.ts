import { z } from "zod";
import { idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/base/context";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import { findMatchingSubs } from "@/lib/domain/user/search/search-users";
import { limits } from "@/lib/limits";

/** Ids of operators and API keys. */
export interface Actors {
  operators: string[];
  apiKeys: string[];
  /** The text names more than were read. */
  isPartial: boolean;
}

const isFull = (ids: readonly string[]) => ids.length >= limits.resolvedParties;

const shortestIdPrefix = 3;
const isId = (text: string) => idPattern.test(text.toLowerCase());

/** Operators are users of the system tenancy, whichever tenancy they work in. */
async function findOperators(ctx: TenancyContext, text: string): Promise<string[]> {
  const system = await ctx.db.tenancy.findFirst({
    where: { isSystem: true },
    select: { id: true },
  });
  return system === null
    ? []
    : findMatchingSubs(ctx, { tenancyId: system.id, text, rows: limits.resolvedParties });
}

async function findKeys(ctx: TenancyContext, text: string): Promise<string[]> {
  const part = escapePattern(text);
  const isPart =
    text.length < shortestIdPrefix
      ? { name: { startsWith: part, mode: "insensitive" as const } }
      : {
          OR: [
            { id: { startsWith: part.toLowerCase() } },
            { name: { contains: part, mode: "insensitive" as const } },
          ],
        };
  const keys = await ctx.db.apiKey.findMany({
    where: { tenancyId: ctx.tenancy.id, ...(isId(text) ? { id: text.toLowerCase() } : isPart) },
    select: { id: true },
    take: limits.resolvedParties,
  });
  return keys.map((key) => key.id);
}

/**
 * Finds who a text names: operators by id or part of an email or name, API keys by id or part of
 * their name. An id also names an operator who was removed.
 */
export async function findActors(ctx: TenancyContext, text: string): Promise<Actors> {
  const [operators, apiKeys] = await Promise.all([
    isId(text) ? [text.toLowerCase()] : findOperators(ctx, text),
    findKeys(ctx, text),
  ]);
  return {
    operators: isId(text) && apiKeys.length > 0 ? [] : operators,
    apiKeys,
    isPartial: isFull(operators) || isFull(apiKeys),
  };
}

/** Ids of what events were about. */
interface Targets {
  ids: string[];
  /** The text names more than were read. */
  isPartial: boolean;
}

/** Finds the ids that events have as target and that start with a text, by the index of targets. */
async function findTargetIds(ctx: TenancyContext, text: string): Promise<string[]> {
  const end = text.length < shortestIdPrefix ? text : `${text}\u{10FFFF}`;
  const rows = await ctx.db.query(z.object({ targetId: z.string() }))`
    SELECT DISTINCT "targetId" FROM (
      SELECT e."targetId" FROM "AuditEvent" e
      WHERE e."tenancyId" = ${ctx.tenancy.id} AND e."targetId" >= ${text} AND e."targetId" <= ${end}
      ORDER BY e."targetId" LIMIT ${limits.searchedRows}
    ) e LIMIT ${limits.resolvedParties}`;
  return rows.map(({ targetId }) => targetId);
}

/** Finds the users that match a text, and their passkeys. */
async function findUserTargets(ctx: TenancyContext, text: string): Promise<Targets> {
  const tenancyId = ctx.tenancy.id;
  const subs = await findMatchingSubs(ctx, { tenancyId, text, rows: limits.resolvedParties });
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId, sub: { in: subs } },
    select: { id: true },
    take: limits.resolvedPasskeys,
  });
  return {
    ids: [...subs, ...passkeys.map(({ id }) => id)],
    isPartial: isFull(subs) || passkeys.length === limits.resolvedPasskeys,
  };
}

/**
 * Finds the targets that a text names: an exact id, else ids that start with it, users and operators
 * by part of an email or name, and the passkeys of these users.
 * A passkey's former id is exact, too, and can be short, so it doesn't rule out other matches.
 */
export async function findTargets(ctx: TenancyContext, text: string): Promise<Targets> {
  const named = await findPasskeyIds(ctx, ctx.db, [text]);
  if (isId(text))
    return { ids: [...new Set([text.toLowerCase(), ...named.values()])], isPartial: false };
  const [started, users, operators] = await Promise.all([
    findTargetIds(ctx, text),
    findUserTargets(ctx, text),
    findOperators(ctx, text),
  ]);
  return {
    ids: [...new Set([...named.values(), ...started, ...users.ids, ...operators])],
    isPartial: users.isPartial || isFull(started) || isFull(operators),
  };
}
