import type { Database } from "@/lib/platform/database-client";
import { Prisma } from "@/prisma/generated/client";

type Intercept = (statement: Prisma.Sql, send: () => Promise<unknown[]>) => Promise<unknown[]>;

/** Returns the database with `intercept` around each `query` outside a transaction. */
export function interceptQueries(db: Database, intercept: Intercept): Database {
  const query =
    (row: Parameters<Database["query"]>[0]) =>
    (given: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const statement = "raw" in given ? Prisma.sql(given, ...values) : given;
      return intercept(statement, () => db.query(row)(statement));
    };
  return new Proxy(db, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  });
}
