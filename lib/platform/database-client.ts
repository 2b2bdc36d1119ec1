import type { Prisma, PrismaClient } from "@/prisma/generated/client";

export type Database = PrismaClient;

/** The client inside an interactive transaction, and everything that works with or without one. */
export type Queryable = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends"
>;

/**
 * Runs one statement by itself and answers its rows as pg maps them (bigint as text). For the hot
 * paths: Prisma's query engine costs more there than the statement does.
 */
export type RunStatement = (statement: Prisma.Sql) => Promise<unknown[]>;
