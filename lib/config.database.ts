import { parseUrl } from "@/lib/parse-url";

// The options of DATABASE_URL, which hosts of PostgreSQL, libpq, the driver and Prisma define. Each
// one either works or is refused: a driver ignores what it doesn't know.

const anyText = /^/;
const milliseconds = /^\d{1,9}$/;
const tlsVersion = /^TLSv1(\.[1-3])?$/;

/** The options that work, with their values. */
const accepted: Record<string, RegExp> = {
  host: anyText,
  port: /^\d{1,5}$/,
  user: anyText,
  password: anyText,
  application_name: anyText,
  fallback_application_name: anyText,
  options: anyText,
  schema: /^[^\p{Cc}]{1,63}$/u,
  client_encoding: /^(utf-?8|auto)$/i,
  encoding: /^utf-?8$/i,
  ssl: /^(true|false|1|0|no-verify)$/,
  sslmode: /^(disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/,
  uselibpqcompat: /^(true|false)$/,
  sslrootcert: /./,
  sslcert: /./,
  sslkey: /./,
  sslpassword: anyText,
  ssl_min_protocol_version: tlsVersion,
  ssl_max_protocol_version: tlsVersion,
  sslnegotiation: /^(postgres|direct)$/,
  channel_binding: /^(disable|prefer|require)$/,
  gssencmode: /^(disable|prefer)$/,
  target_session_attrs: /^(any|read-write|primary)$/,
  load_balance_hosts: /^disable$/,
  statement_timeout: milliseconds,
  lock_timeout: milliseconds,
  query_timeout: milliseconds,
  idle_in_transaction_session_timeout: milliseconds,
};

/** Options of others that have no effect here, and what to do instead. */
const refused: [names: string, advice: string][] = [
  ["dbname database", "Write the name of the database after the host."],
  [
    "sslaccept",
    "Use sslmode=verify-full, or sslmode=no-verify for a certificate that can't be verified.",
  ],
  ["require_auth", "Use channel_binding=require instead."],
  ["sslcrl", "Keystead reads no revocation lists."],
  ["passfile service", "Write user and password into the URL."],
  [
    "keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout",
    "Keystead watches its connections itself. Remove it.",
  ],
  [
    "connect_timeout connectionTimeoutMillis connection_limit pool_timeout socket_timeout " +
      "statement_cache_size",
    "Keystead sets its connections and their timeouts itself. Remove it.",
  ],
  ["pgbouncer", "Connect directly, or through a pooler in session mode, and remove it."],
];

const adviceOf = new Map(
  refused.flatMap(([names, advice]) => names.split(" ").map((name) => [name, advice] as const)),
);

type Options = Readonly<Record<string, string>>;

/** Returns the options of a URL. */
export const databaseOptionsOf = (databaseUrl: string): Options =>
  Object.fromEntries(parseUrl(databaseUrl)?.searchParams ?? []);

/** Returns the search_path in startup options such as `-c search_path=a,b`, or undefined. */
function searchPathOf(options: string): string | undefined {
  const words = options.match(/(?:\\.|\S)+/g)?.map((word) => word.replace(/\\(.)/g, "$1")) ?? [];
  const settings = words.map((word, index) =>
    words[index - 1] === "-c" ? word : word.replace(/^(-c|--)(?=.)/, ""),
  );
  const found = settings.findLast((setting) => /^search[-_]path=/i.test(setting));
  return found?.slice(found.indexOf("=") + 1);
}

const firstName = (searchPath: string): string => {
  const [, quoted, plain = ""] = /^\s*(?:"((?:[^"]|"")*)"|([^,]*))/.exec(searchPath) ?? [];
  return quoted?.replaceAll('""', '"') ?? plain.trim().toLowerCase();
};

/** Returns the schema that options name, or undefined. */
function namedSchema({ schema, options = "" }: Options): string | undefined {
  const searchPath = searchPathOf(options);
  return schema ?? (searchPath === undefined ? undefined : firstName(searchPath));
}

/** Returns the schema of Keystead's tables, and whether the URL names it. */
export function databaseSchemaOf(databaseUrl: string): { schema: string; isNamed: boolean } {
  const named = namedSchema(databaseOptionsOf(databaseUrl));
  return { schema: named ?? "public", isNamed: named !== undefined };
}

/**
 * Returns how the connection is encrypted: a mode of libpq, or `no-verify`. Undefined: nothing in the
 * URL asks for TLS, or forbids it.
 */
export function tlsModeOf(options: Options): string | undefined {
  const { ssl, sslmode, sslrootcert, sslcert, sslnegotiation } = options;
  if (sslmode !== undefined) return sslmode;
  if (ssl === "false" || ssl === "0") return "disable";
  if (ssl === "no-verify") return ssl;
  const isWanted = ssl !== undefined || sslnegotiation === "direct";
  return isWanted || (sslrootcert ?? sslcert) !== undefined ? "verify-full" : undefined;
}

const contradiction = (options: Options): string | undefined => {
  const { ssl, sslmode, sslcert, sslkey, sslrootcert } = options;
  const mode = tlsModeOf(options);
  const isOff = mode === undefined || mode === "disable";
  if (sslmode !== undefined && ssl !== undefined && /^(false|0)$/.test(ssl) !== isOff)
    return "has an ssl and an sslmode that contradict each other.";
  if ((sslcert === undefined) !== (sslkey === undefined))
    return "must have both sslcert and sslkey, or neither.";
  if (isOff && options["channel_binding"] === "require")
    return "must have sslmode=verify-full for channel_binding=require, which needs TLS.";
  if (isOff && options["sslnegotiation"] === "direct")
    return "must have no sslnegotiation=direct without TLS.";
  if (options["uselibpqcompat"] === "true" && mode === "verify-ca" && sslrootcert === undefined)
    return "must have an sslrootcert for sslmode=verify-ca.";
  return undefined;
};

function faultOfSchema(options: Options): string | undefined {
  const searchPath = searchPathOf(options["options"] ?? "");
  if (searchPath === undefined) return undefined;
  const first = firstName(searchPath);
  if (first === "" || first === "$user") return "must begin its search_path with a schema's name.";
  return options["schema"] !== undefined && options["schema"] !== first
    ? "names two schemas, in schema and in search_path."
    : undefined;
}

/** Returns what is wrong with the options of DATABASE_URL. */
export function faultOfDatabaseOptions(databaseUrl: string): string | undefined {
  const options = databaseOptionsOf(databaseUrl);
  for (const [name, value] of Object.entries(options)) {
    const advice = adviceOf.get(name);
    if (advice !== undefined) return `has the option ${name}, which has no effect. ${advice}`;
    if (Object.hasOwn(accepted, name) && accepted[name]?.test(value) !== true)
      return `has an unknown value for ${name}.`;
  }
  return contradiction(options) ?? faultOfSchema(options);
}

/** Names of all options, for the check of unknown ones. */
export const databaseOptionNames: readonly string[] = [
  ...Object.keys(accepted),
  ...adviceOf.keys(),
];
