import pg from "pg";
import { type Check, check } from "@/drill/checks/check";
import { backupTables } from "@/lib/domain/admin/backup/backup-tables";

/** Rows and a digest of a table's content. */
interface TableContent {
  rows: number;
  digest: string;
}

/** Rows that a restore adds or changes. */
const ignored: Record<string, string> = {
  AuditEvent: `"action" = 'backup.restored'`,
  Feed: "TRUE",
};

/** Creates an empty database beside another one, and returns its URL. */
export async function createDatabase(besideUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: besideUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(besideUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Reads rows and digests of every table that a backup has. */
export async function readContents(databaseUrl: string): Promise<Map<string, TableContent>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const contents = new Map<string, TableContent>();
  for (const { name, where = "TRUE" } of backupTables) {
    const { rows } = await client.query<TableContent>(
      `SELECT count(*)::int AS "rows",
        COALESCE(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS "digest"
      FROM "${name}" t WHERE ${where} AND NOT (${ignored[name] ?? "FALSE"})`,
    );
    contents.set(name, rows[0] ?? { rows: 0, digest: "" });
  }
  await client.end();
  return contents;
}

export interface Known {
  /** The application's id of the user, by credential id. */
  userIds: Map<string, string | null>;
  /** Requests of audited sign-ins. */
  signIns: Set<string>;
}

/** Reads whose passkeys and which sign-ins a database knows. */
export async function readKnown(databaseUrl: string): Promise<Known> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const passkeys = await client.query<{ credentialId: string; userId: string | null }>(
    `SELECT p."credentialId", u."userId" FROM "Passkey" p JOIN "User" u USING ("tenancyId", "sub")`,
  );
  const signIns = await client.query<{ requestId: string }>(
    `SELECT "requestId" FROM "AuditEvent" WHERE "action" = 'passkey.authenticated'`,
  );
  await client.end();
  return {
    userIds: new Map(passkeys.rows.map(({ credentialId, userId }) => [credentialId, userId])),
    signIns: new Set(signIns.rows.map(({ requestId }) => requestId)),
  };
}

/** Checks that two databases have the same rows. */
export const checkSame = (
  source: Map<string, TableContent>,
  restored: Map<string, TableContent>,
): Check =>
  check("a restored backup has every row of the stopped service", source, ([name, content]) => {
    const other = restored.get(name);
    return other?.rows === content.rows && other.digest === content.digest
      ? undefined
      : `${name}: ${other?.rows} rows instead of ${content.rows}, or other ones`;
  });
