import type { z } from "zod";
import type { Prisma, PrismaClient } from "@/prisma/generated/client";

/**
 * Runs one statement and parses each row: query(Row)`SELECT …`, or query(Row)(statement). Outside a
 * transaction it bypasses Prisma, whose query engine costs more than a statement of a hot path;
 * bigint is then text.
 */
export type Query = <Row>(
  row: z.ZodType<Row>,
) => (statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<Row[]>;

type Models = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** The client inside an interactive transaction, or outside one. */
export interface Queryable extends Models {
  query: Query;
}

export interface Database extends Queryable {
  $transaction<Result>(
    work: (tx: Queryable) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}
