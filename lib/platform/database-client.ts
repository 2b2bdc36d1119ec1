import type { z } from "zod";
import type { Prisma, PrismaClient } from "@/prisma/generated/client";

/** Runs a statement, written as a template or built before, and returns its parsed rows. */
type RunParsed<Row> = (
  statement: TemplateStringsArray | Prisma.Sql,
  ...values: unknown[]
) => Promise<Row[]>;

/**
 * Runs one statement and parses each row: query(Row)`SELECT …`. Outside a transaction it bypasses
 * Prisma, whose query engine costs more than a statement of a hot path; bigint is then text.
 */
export interface Query {
  <Row>(row: z.ZodType<Row>): RunParsed<Row>;
  <Row>(row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]>;
}

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

/**
 * Runs one statement outside a transaction and returns its rows as pg maps them (bigint as text).
 * For hot paths, where Prisma's query engine costs more than the statement.
 */
export type RunStatement = (statement: Prisma.Sql) => Promise<unknown[]>;
