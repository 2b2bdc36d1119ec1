import pg from "pg";
import { StartupError } from "@/lib/errors";
import {
  ChannelBindingMissing,
  type DatabaseTarget,
  describeDatabase,
  readDatabaseTarget,
} from "./database-target";

export interface SessionOptions {
  databaseUrl: string;
  /** As PostgreSQL lists it in pg_stat_activity. */
  name: string;
  /** What named the database, for messages. */
  source?: string | undefined;
}

const answerMs = 10_000;

/** What a certificate lacks, by Node's code of the failed verification. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "isn't valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "is for another host name. Use the name that the certificate states",
};

const unknownAuthority =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|CERT_(SIGNATURE_FAILURE|UNTRUSTED))$/;

function faultOfTls(code: string): string | undefined {
  if (unknownAuthority.test(code))
    return (
      "has a certificate of an authority that this machine doesn't know. Name the authority's " +
      "certificate: sslrootcert=/path/to/ca.pem"
    );
  const fault = certificateFaults[code];
  if (fault !== undefined) return `has a certificate that ${fault}`;
  if (code.startsWith("ERR_OSSL_"))
    return `can't be reached with the files of sslrootcert, sslcert and sslkey (${code})`;
  return /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? `refuses TLS (${code})` : undefined;
}

/** Sentences for errors of the driver that have no code, by its messages. */
const faultsByMessage: [text: string, fault: string][] = [
  ["does not support SSL", "offers no TLS. Turn it on there, or write sslmode=disable"],
  ["establishing an SSL connection", "doesn't respond as PostgreSQL"],
  ["password must be", "requires a password, and the URL has none"],
  ["SASL", "failed to prove that it knows the password"],
  ["timeout expired", `doesn't respond within ${answerMs / 1_000} seconds`],
  ["Connection terminated", "cannot be reached (the connection was closed)"],
];

function faultOf(error: unknown, { connection }: DatabaseTarget): string {
  if (error instanceof ChannelBindingMissing)
    return "offers no channel binding, which channel_binding=require asks for";
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // PostgreSQL's error of pg_hba.conf says whether the connection was encrypted.
  if (code === "28000" && !connection.ssl && /no encryption|SSL off/.test(message))
    return "rejects this unencrypted connection. If it offers TLS, write sslmode=verify-full";
  if (code === "28P01" || code === "28000") return "rejects this user or password";
  if (code === "3D000") return "does not exist. Create it first";
  const fault = faultOfTls(code) ?? faultsByMessage.find(([text]) => message.includes(text))?.[1];
  if (fault !== undefined) return fault;
  return code === "" ? "cannot be reached" : `cannot be reached (${code})`;
}

interface SchemaRow {
  current: string | null;
  exists: boolean;
  hasTables: boolean;
  /** Another schema that has tables of Keystead: public, or the first one. */
  other: string | null;
}

/** The schemas that have the tables of a Keystead, of any release. */
const schemaOf = `
  WITH ours AS (
    SELECT n."nspname"::text AS "name" FROM pg_class c JOIN pg_namespace n ON n."oid" = c."relnamespace"
    WHERE c."relkind" IN ('r', 'p') AND c."relname" IN ('Tenancy', '_prisma_migrations')
    GROUP BY n."nspname" HAVING count(*) = 2
  )
  SELECT current_schema()::text AS "current",
    EXISTS (SELECT FROM pg_namespace WHERE "nspname" = $1) AS "exists",
    EXISTS (SELECT FROM ours WHERE "name" = $1) AS "hasTables",
    (SELECT "name" FROM ours WHERE "name" <> $1
      ORDER BY "name" <> 'public', "name" LIMIT 1) AS "other"`;

function faultOfSchema(
  { current, exists, hasTables, other }: SchemaRow,
  { schema, isSchemaNamed }: DatabaseTarget,
): string | undefined {
  if (!hasTables && other !== null)
    return isSchemaNamed
      ? `has Keystead's tables in the schema ${other}, and none in ${schema}. To keep using them, ` +
          `write schema=${other}. To move them, stop Keystead, drop the schema ${schema} if it ` +
          `exists, and run: ALTER SCHEMA ${pg.escapeIdentifier(other)} RENAME TO ` +
          pg.escapeIdentifier(schema)
      : `has Keystead's tables in the schema ${other}. To use them, write schema=${other}. For a ` +
          "new installation, name another database";
  if (current === schema) return undefined;
  if (!exists)
    return `has no schema ${schema}. Create it first: CREATE SCHEMA ${pg.escapeIdentifier(schema)}`;
  return isSchemaNamed
    ? `doesn't let this role use the schema ${schema}`
    : `leads this role to ${current === null ? "no schema" : `the schema ${current}`} by its ` +
        `search_path. Write schema=${schema}, or the name of another schema`;
}

/** @throws StartupError if the connection doesn't lead to Keystead's schema, or would begin anew */
async function requireSchema(
  client: pg.Client,
  target: DatabaseTarget,
  place: string,
): Promise<void> {
  const { rows } = await client.query<SchemaRow>(schemaOf, [target.schema]);
  const fault = rows[0] && faultOfSchema(rows[0], target);
  if (fault !== undefined) throw new StartupError(`${place} ${fault}.`);
}

/**
 * Opens a connection of its own for work that takes long or needs a lock of the session.
 * @throws StartupError if the database can't be reached, or if its schema isn't Keystead's
 */
export async function openSession(options: SessionOptions): Promise<pg.Client> {
  const { databaseUrl, name, source = "DATABASE_URL" } = options;
  const target = readDatabaseTarget(databaseUrl, source);
  const place = `${source}: ${describeDatabase(databaseUrl)}`;
  const client = new target.Client({
    connectionTimeoutMillis: answerMs,
    application_name: name,
    ...target.connection,
  });
  // Without a listener, a connection that is lost between two statements ends the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`${place} ${faultOf(error, target)}.`);
  }
  try {
    await requireSchema(client, target, place);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
