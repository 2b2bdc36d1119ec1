// A hot request starts with a tenancy, and possibly an API key, from a cache. Both are only guesses.
// Its first statement reads its input by `callerInput`, which is empty if the guess is wrong. Then the
// statement changes nothing, `confirmedQuery` throws, and the request starts again with fresh rows
// (`lib/http/endpoint/with-caller.ts`). For rows that were just read, the input is empty only if the key
// or the tenancy has ended since.

import type { z } from "zod";
import { callerEnded, isCallerLive, isCallerUnchanged } from "@/lib/domain/api-key/is-caller-live";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { Queryable, TenancyContext } from "./context";

function isConfirmed(ctx: TenancyContext): Prisma.Sql {
  if (ctx.guess !== undefined) return isCallerUnchanged(ctx);
  const { kind } = ctx.actor;
  // Operators and commands act in suspended tenancies, too.
  return kind === "apiKey" || kind === "browser" ? isCallerLive(ctx) : Prisma.sql`TRUE`;
}

/**
 * The query for the input of a statement that several calls of one caller share, one row per call.
 * @param columns a column definition list, such as `"turn" int, "id" text`
 */
export function callerInput(
  ctx: TenancyContext,
  rows: readonly object[],
  columns: Prisma.Sql,
): Prisma.Sql {
  // JSON, so that one prepared statement serves any number of calls.
  return Prisma.sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input(${columns})
    WHERE ${isConfirmed(ctx)}`;
}

/**
 * Runs a statement that calls of one caller share. It reads `callerInput` and returns at least one row
 * for it.
 * @throws Forbidden or, without an API key, Unavailable, changing nothing, if the key or the tenancy
 * ended or isn't as guessed
 */
export async function confirmedQuery<Row>(
  db: Queryable,
  calls: readonly [{ ctx: TenancyContext }, ...{ ctx: TenancyContext }[]],
  row: z.ZodType<Row>,
  statement: Prisma.Sql,
): Promise<Row[]> {
  const rows = await db.query(row)(statement);
  if (rows.length === 0)
    throw calls[0].ctx.actor.kind === "apiKey"
      ? callerEnded()
      : new ServiceError(
          "@error/Unavailable",
          undefined,
          "The tenancy changed during the request, which changed nothing. Try again.",
        );
  for (const { ctx } of calls) if (ctx.guess !== undefined) ctx.guess.isConfirmed = true;
  return rows;
}
