import pg from "pg";
import { expect, vi } from "vitest";
import type { ServerProcess } from "@/testing/server-process";

/** Runs one query on a server's database. */
async function query<Row extends pg.QueryResultRow>(
  server: ServerProcess,
  sql: string,
  parameters: string[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Returns the code of the email for the newest challenge of an address, from local mode's inbox. Waits
 * for it, because an earlier one may already be there.
 */
export const codeTo = (server: ServerProcess, email: string): Promise<string> =>
  vi.waitFor(async () => {
    const [latest] = await query<{ text: string }>(
      server,
      `SELECT "text" FROM "InboxMail" WHERE "recipient" = $1 AND "receivedAt" >= (
         SELECT max("createdAt") FROM "Challenge" WHERE "emailNormalized" = lower($1))
       ORDER BY "receivedAt" DESC LIMIT 1`,
      [email],
    );
    const code = /^\d{6}$/m.exec(latest?.text ?? "")?.[0];
    expect(code).toBeDefined();
    return code ?? "";
  }, 20_000);

/** Disables a user, as an operator does in the console. */
export const disableUser = (server: ServerProcess, sub: string) =>
  query(server, 'UPDATE "User" SET "disabledAt" = now() WHERE "sub" = $1', [sub]);

/** Returns the only user with an email. */
export async function onlyUser(server: ServerProcess, email: string) {
  const users = await query<{ sub: string; emailVerified: boolean }>(
    server,
    'SELECT "sub", "emailVerified" FROM "User" WHERE "email" = $1',
    [email],
  );
  expect(users).toHaveLength(1);
  return users[0] as { sub: string; emailVerified: boolean };
}
