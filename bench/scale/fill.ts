import pg from "pg";
import type { Person } from "@/bench/population";
import type { Installation } from "@/bench/targets/installation";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { systemClock } from "@/lib/platform/clock";
import { createOptionalIndex } from "@/lib/platform/optional-index";
import {
  copyTenancy,
  createFunctions,
  filledTables,
  fillEvents,
  fillPasskeys,
  fillTimeline,
  fillUsers,
  idsOf,
  listTenancies,
  type Size,
} from "./fill-sql";

/** The user with the most passkeys of a tenancy. */
export const theFullest = "user-0";

/** A passkey whose private key the benchmark has, and its user. */
export interface Sample extends Person {
  tenancyId: string;
  sub: string;
  userId: string;
  passkeyId: string;
}

/** Drops the secondary indexes of the tables during a fill. Building them afterwards is faster. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS "name", pg_get_indexdef(i.indexrelid) AS "definition"
     FROM pg_index i WHERE i.indrelid::regclass::text = ANY ($1) AND NOT i.indisprimary`,
    [filledTables.map((name) => `"${name}"`)],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}

/** Reads passkeys that are spread over all tenancies. */
async function readSamples(
  client: pg.Client,
  size: Size,
  nowMs: number,
  people: Person[],
): Promise<Sample[]> {
  const keys = new Map(
    people.map(({ publicKey, privateKey }) => [publicKey.toString("hex"), privateKey]),
  );
  const { rows } = await client.query<Omit<Sample, "id" | "address" | "privateKey">>(
    `SELECT f."id" AS "tenancyId", p."id" AS "passkeyId", p."credentialId", p."userHandle",
       p."publicKey", u."sub", u."userId", u."email"
     FROM generate_series(1, 2000) i
       JOIN "filled" f ON f."number" = 1 + i * 7919 % ${size.tenancies}
       JOIN "Passkey" p ON p."tenancyId" = f."id"
         AND p."id" = ${idsOf(size, nowMs).passkeyId(`(i * 104729 % ${size.passkeys})`)}
       JOIN "User" u ON u."tenancyId" = f."id" AND u."sub" = p."sub"
     WHERE p."disabledAt" IS NULL AND u."disabledAt" IS NULL AND u."userId" <> '${theFullest}'
     ORDER BY i`,
  );
  return rows.flatMap((row, index) => {
    const privateKey = keys.get(row.publicKey.toString("hex"));
    const address = `10.1.${index >> 8}.${index & 255}`;
    return privateKey === undefined
      ? []
      : [{ ...row, id: row.passkeyId, address, privateKey, isSynced: true }];
  });
}

/**
 * Fills an installation's tenancy and copies of it with users, passkeys and sealed events.
 * @param people the owners of the keys that the passkeys share
 * @returns enabled passkeys that are spread over all tenancies
 */
export async function fillInstallation(
  { databaseUrl, tenancyId }: Installation,
  size: Size,
  people: Person[],
): Promise<Sample[]> {
  const nowMs = systemClock.now();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Without triggers: the rows are consistent, and foreign keys would be checked one by one.
    await client.query(
      `SET session_replication_role = replica; SET synchronous_commit = off;
       SET maintenance_work_mem = '512MB'; SET jit = off`,
    );
    await client.query(createFunctions);
    await client.query(listTenancies(size, nowMs));
    await client.query(`UPDATE "filled" SET "id" = $1 WHERE "number" = 1`, [tenancyId]);
    for (const statement of copyTenancy) await client.query(statement, [tenancyId]);
    await client.query(`ANALYZE "filled"`);
    await withoutIndexes(client, async () => {
      for (const statement of [
        ...fillUsers(size, nowMs),
        ...fillEvents(size, nowMs),
        fillTimeline(size, nowMs),
      ])
        await client.query(statement);
      await client.query(fillPasskeys(size, nowMs), [people.map(({ publicKey }) => publicKey)]);
    });
    await createOptionalIndex(databaseUrl, userSearchIndex);
    await client.query("VACUUM ANALYZE");
    return await readSamples(client, size, nowMs, people);
  } finally {
    await client.end();
  }
}
