// Lets a hot request start without a query for its caller:
// 1. Authentication takes the tenancy, and the API key if there is one, from a cache (`ctx.guess`).
// 2. The first statement selects its input by `callerInput`, which has no rows if they have changed.
// 3. Then that statement changes nothing, and `confirmedQuery` throws.
// 4. The request reads them from the database and runs again (`lib/http/endpoint/serve.ts`). Now
//    the input has no rows only if the key or the tenancy has ended since.
import type { z } from "zod";
import {
  callerEnded,
  isCallerLive,
  isCallerUnchanged,
} from "@/lib/domain/access/api-key/is-caller-live";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";

/** Whether no statement has confirmed the cached caller yet. */
const isGuessed = ({ guess }: TenancyContext): boolean => guess?.isConfirmed === false;

function callerCondition(ctx: TenancyContext): Prisma.Sql {
  // Once confirmed, settings may change as during a request that read them.
  if (isGuessed(ctx)) return isCallerUnchanged(ctx);
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
    WHERE ${callerCondition(ctx)}`;
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

/**
 * Names the queue of calls that may share a statement: those of one caller, with the same settings of
 * the tenancy. Guessed callers have their own queues, because their statement checks more.
 */
export const batchKey = (ctx: TenancyContext): string =>
  [
    ctx.tenancy.id,
    ctx.tenancy.version,
    isGuessed(ctx) ? "guessed" : "certain",
    JSON.stringify(ctx.actor),
  ].join(" ");
