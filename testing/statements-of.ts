import type { TestService } from "./test-service";

/** Returns the SQL texts that `work` sends to the database, in order. */
export async function statementsOf(
  { pool }: TestService,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const original = pool.query;
  const texts: string[] = [];
  pool.query = ((...args: unknown[]) => {
    const [query] = args;
    texts.push(typeof query === "string" ? query : (query as { text: string }).text);
    return (original as (...all: unknown[]) => unknown).apply(pool, args);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return texts;
}
