import { X509Certificate } from "node:crypto";
import type { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import pg from "pg";
import { databaseOptionsOf, databaseSchemaOf, tlsModeOf } from "@/lib/config.database";
import { StartupError } from "@/lib/errors";

/** How to connect to the database of a URL. */
export interface DatabaseTarget {
  /** Creates connections. */
  Client: typeof pg.Client;
  /** What all its connections have in common. */
  connection: pg.ClientConfig;
  /** The schema of Keystead's tables. */
  schema: string;
  /** Whether the URL names the schema. */
  isSchemaNamed: boolean;
}

type Options = ReturnType<typeof databaseOptionsOf>;

/** Options that the driver would ignore, or read in its own way. `readDatabaseTarget` handles them. */
const handledHere = [
  "schema",
  "options",
  "ssl",
  "sslmode",
  "uselibpqcompat",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslpassword",
  "ssl_min_protocol_version",
  "ssl_max_protocol_version",
  "sslnegotiation",
  "channel_binding",
];

/** Ends a connection whose server doesn't prove that it ends the TLS connection itself. */
export class ChannelBindingMissing extends Error {
  override name = "ChannelBindingMissing";
  /** PostgreSQL's `protocol_violation`. */
  readonly code = "08P01";
}

/** Sends no password to a server that doesn't bind its authentication to the TLS connection. */
class BoundClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, enableChannelBinding: true });
    const { connection } = this as unknown as { connection: EventEmitter & { stream: Socket } };
    let isBound = false;
    const refuse = () => {
      // Without a password, the message that the connection is ready may have arrived already.
      connection.removeAllListeners("readyForQuery");
      connection.emit("error", new ChannelBindingMissing("no channel binding"));
      connection.stream.destroy();
    };
    // Before the client's own listeners, which send the password.
    connection.prependListener("authenticationCleartextPassword", refuse);
    connection.prependListener("authenticationMD5Password", refuse);
    connection.prependListener("authenticationSASL", ({ mechanisms }: { mechanisms: string[] }) => {
      isBound = mechanisms.includes("SCRAM-SHA-256-PLUS");
      if (!isBound) refuse();
    });
    connection.prependListener("authenticationOk", () => {
      if (!isBound) refuse();
    });
  }
}

function readTlsFile(source: string, option: string, file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    // Node would trust nothing, and say that the authority is unknown.
    if (option !== "sslkey") new X509Certificate(text);
    return text;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new StartupError(
      code.startsWith("ERR_")
        ? `${source}: ${option} names no certificate in PEM: ${file}.`
        : `${source}: ${option} can't be read: ${file} (${code}).`,
    );
  }
}

/** Returns how much of the certificate is verified: all, its authority, or nothing. */
function verificationOf({ sslrootcert, uselibpqcompat }: Options, mode: string) {
  if (mode === "no-verify") return "nothing";
  if (uselibpqcompat !== "true") return "all";
  if (mode === "verify-ca" || (mode === "require" && sslrootcert !== undefined)) return "authority";
  return mode === "verify-full" ? "all" : "nothing";
}

function tlsOf(options: Options, source: string): pg.ClientConfig["ssl"] {
  const mode = tlsModeOf(options);
  if (mode === undefined || mode === "disable") return mode === undefined ? undefined : false;
  const verified = verificationOf(options, mode);
  const files = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const;
  const texts = {
    sslpassword: "passphrase",
    ssl_min_protocol_version: "minVersion",
    ssl_max_protocol_version: "maxVersion",
  } as const;
  const read = (names: Record<string, string>, valueOf: (name: string, given: string) => string) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, key]) => {
        const given = options[name];
        return given === undefined ? [] : [[key, valueOf(name, given)]];
      }),
    );
  // libpq's name of the authorities that the machine trusts.
  const { sslrootcert, ...others } = files;
  return {
    ...read(
      options["sslrootcert"] === "system" ? others : { sslrootcert, ...others },
      (option, file) => readTlsFile(source, option, file),
    ),
    ...read(texts, (_name, given) => given),
    ...(verified === "nothing" ? { rejectUnauthorized: false } : {}),
    ...(verified === "authority" ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** Returns startup options that set the schema, if the URL names it by `schema`. */
function startupOptionsOf({ schema, options }: Options): string | undefined {
  if (schema === undefined) return options;
  const path = pg.escapeIdentifier(schema).replace(/[\\ ]/g, "\\$&");
  // Before the others: a search_path among them begins with the same schema.
  return `-c search_path=${path} ${options ?? ""}`.trim();
}

/**
 * Reads the URL of a database and the files that it names.
 * @param source what named the database, for messages
 * @throws StartupError if a file can't be read
 */
export function readDatabaseTarget(databaseUrl: string, source = "DATABASE_URL"): DatabaseTarget {
  const options = databaseOptionsOf(databaseUrl);
  const url = new URL(databaseUrl);
  for (const name of handledHere) url.searchParams.delete(name);
  const ssl = tlsOf(options, source);
  const startup = startupOptionsOf(options);
  const { channel_binding: binding, sslnegotiation } = options;
  const { schema, isNamed } = databaseSchemaOf(databaseUrl);
  return {
    Client: binding === "require" ? BoundClient : pg.Client,
    connection: {
      connectionString: url.href,
      ...(ssl === undefined ? {} : { ssl }),
      ...(startup === undefined ? {} : { options: startup }),
      ...(sslnegotiation === "direct" ? { sslnegotiation } : {}),
      ...(binding === "prefer" ? { enableChannelBinding: true } : {}),
    },
    schema,
    isSchemaNamed: isNamed,
  };
}

/** Describes where a database is, without its user and password. */
export function describeDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  const options = databaseOptionsOf(databaseUrl);
  const at = options["host"] ?? (host || "localhost");
  const port = options["port"];
  const database = decodeURIComponent(pathname.slice(1));
  return `the database ${database} at ${at}${port === undefined ? "" : `:${port}`}`;
}
