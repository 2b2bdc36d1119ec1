import type { Prisma, PrismaClient } from "@/prisma/generated/client";

export type Database = PrismaClient;

/** The client inside an interactive transaction, or outside one. */
export type Queryable = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends"
>;

/**
 * Runs one statement outside a transaction and returns its rows as pg maps them (bigint as text).
 * For hot paths, where Prisma's query engine costs more than the statement.
 */
export type RunStatement = (statement: Prisma.Sql) => Promise<unknown[]>;
