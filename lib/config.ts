import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/errors";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Lifetimes in milliseconds (contract §3). */
export const lifetimes = {
  registrationTokenMs: 10 * minute,
  authenticationTokenMs: 10 * minute,
  sessionGraceMs: minute,
  codeMs: 5 * minute,
  idTokenMs: 5 * minute,
  preparedTokenMs: 10 * minute,
  /** How long a hosted page may stand open, and how long a mailbox proof made on it is good for. */
  hostedRequestMs: hour,
  hostedProofMs: 10 * minute,
  hostedLaterMs: 30 * 24 * hour,
  /** How long a browser is known to a mailbox after a sign-in. */
  knownBrowserMs: 180 * 24 * hour,
  ceremonyTimeoutMs: 5 * minute,
  ceremonyTimeoutMinMs: 10 * second,
  ceremonyTimeoutMaxMs: 10 * minute,
  keyUseRecordedEveryMs: minute,
  keyOverlapMostMs: 7 * 24 * hour,
  signingKeyCacheMs: minute,
  signingKeyAnnouncedMs: 10 * minute,
  signingKeyOverlapMs: hour,
  challengeWindowMs: 10 * minute,
  dayMs: 24 * hour,
  hourMs: hour,
  /** Shorter than the shortest life of a challenge, longer than an attempt. */
  mailLeaseMs: 20 * second,
  mailSendMs: 15 * second,
  mailRetryLeastMs: 2 * second,
  mailRetryMostMs: minute,
  mailLookEveryMs: second,
  purgeEveryMs: minute,
  sealEveryMs: minute,
  activityFlushEveryMs: 3 * second,
  activityKeptMs: 90 * 24 * hour,
  operatorIdleMs: 12 * hour,
  operatorSessionMs: 7 * 24 * hour,
  operatorSeenEveryMs: minute,
  stepUpMs: 5 * minute,
  passkeyTrustMs: 24 * hour,
  setUpLinkMs: hour,
  recoveryLinkMs: 10 * minute,
  invitationMs: 7 * 24 * hour,
  drainMs: 10 * second,
} as const;

/** Sizes and counts that no setting changes. */
export const limits = {
  bodyBytes: 64 * 1024,
  linesBytes: 16 * 1024 * 1024,
  lineBytes: 16 * 1024,
  /** Blank ones too: what costs nothing to send must not cost much to read. */
  lines: 100_000,
  emailOctets: 254,
  credentialIdBytes: 1023,
  userAgentCharacters: 512,
  requestHeadMs: 10 * second,
  requestBodyMs: 15 * second,
  /** Lines are read as fast as the database takes them. */
  requestLinesMs: 5 * minute,
  connectionsCheckedEveryMs: 2 * second,
  /** See lib/http/socket-limits.ts. */
  waitingRequests: 32,
  stalledSocketMs: 30 * second,
  connectionsPerAddress: 1_000,
  connections: 10_000,
  databaseConnections: 10,
  /**
   * Connections that the requests of one tenancy hold at once, and how many more of its requests
   * wait for one in memory.
   */
  databaseShare: { connections: 5, waiting: 1_000 },
  databaseWaitMs: 5 * second,
  /**
   * Requests of one tenancy that a process works on at once, and how many more wait. Coalesced
   * calls don't count.
   */
  requestTurns: { requests: 8, waiting: 1_000 },
  /** Pages that render at once, and how long one counts as rendering. */
  pageTurns: { perTenancy: 2, all: 4, waiting: 1_000, longestMs: 250 },
  statementMs: 10 * second,
  /**
   * How long a statement waits for a row, how long a request waits in memory for an advisory lock,
   * how many wait for one, and the pause between attempts.
   */
  locks: {
    rowWaitMs: 5 * second,
    waitMs: 5 * second,
    waiting: 1_000,
    retryMinMs: 5,
    retryMaxMs: 20,
  },
  /**
   * Calls that come at once and share a statement; such statements of one kind and tenancy under
   * way; calls that begin another beside one.
   */
  batch: { most: 50, atOnce: 2, beside: 8 },
  purgeBatchRows: 1_000,
  sealBatchRows: 1_000,
  activityKeys: 10_000,
  searchedRows: 5_000,
  testMailsPerHour: 10,
  codeSessionActionsPerHour: 10,
  invitationMails: { perAddressAndHour: 3, perTenancyAndDay: 50 },
  exportPageRows: 100,
  importBatchLines: 100,
  /** After so many passkeys created by one request PostgreSQL looks at the tables anew. */
  importAnalyzesAt: [500, 5_000],
  importProblems: 1_000,
  userHandleBytes: 64,
  rateWindowMs: minute,
  /** Deliveries of a process under way at once, and how many of them may be of one tenancy. */
  mailsAtOnce: 8,
  mailsAtOncePerTenancy: 5,
  /**
   * Wrong codes of a mailbox in 24 hours after which new challenges allow one attempt, and after
   * which they also get more digits.
   */
  wrongCodesUntilOneAttempt: 10,
  wrongCodesUntilLongCode: 30,
  longCodeDigits: 10,
  /** One address prefix gets one part in so many of what all visitors of a tenancy have (5 %). */
  prefixesPerBudget: 20,
  /** Mailboxes that one browser is known to; the latest stay. */
  knownBrowserMailboxes: 5,
  /** How far a page of the console looks for what no index finds. */
  consoleScanRows: 1_000,
  hostedStateCharacters: 1_024,
} as const;

/** `max-age` in seconds of the few answers that may be cached. */
export const cacheSeconds = {
  keySet: 300,
  relatedOrigins: 300,
  clientFile: 300,
  clientVersion: 31_536_000,
  icon: 86_400,
  logo: 300,
  logoVersion: 31_536_000,
  hostedFile: 31_536_000,
} as const;

/**
 * What the environment decides, checked once at start. Every variable is explained in .env.example.
 */
export interface Config {
  mode: "local" | "production";
  port: number;
  /** Origin without a trailing slash. */
  baseUrl: string;
  /** Absent only before the embedded database has been started. */
  databaseUrl?: string | undefined;
  /** Absolute path. */
  dataFolder: string;
  /** Absent only before local mode has read or made its own. */
  secret?: string | undefined;
  previousSecret?: string | undefined;
  issuer: string;
  trustedProxyHops: number;
  /** Whether responses carry Strict-Transport-Security. */
  hsts: boolean;
  metricsToken?: string | undefined;
  resend?: { apiKey: string; baseUrl?: string | undefined } | undefined;
  smtpUrl?: string | undefined;
  /** Address that mails come from where a tenancy names none. */
  mailFrom: string;
}

/** A configuration that the service can run on: the database is known and so is the secret. */
export interface RunningConfig extends Config {
  databaseUrl: string;
  secret: string;
}

type Environment = Record<string, string | undefined>;

const blankIsAbsent = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const wholeNumber = (name: string, min: number, max: number) =>
  optional(
    z
      .string()
      .regex(/^\d{1,6}$/, `${name} must be a whole number from ${min} to ${max}.`)
      .transform(Number)
      .refine(
        (value) => value >= min && value <= max,
        `${name} must be a whole number from ${min} to ${max}.`,
      ),
  );

const secretLike = (name: string) =>
  optional(
    z
      .string()
      .refine(
        (value) => Buffer.byteLength(value) >= 32,
        `${name} must have at least 32 bytes; make one with: openssl rand -base64 48`,
      )
      .refine(
        (value) =>
          new Set(value).size >= 10 &&
          !/change.?me|example|sample|your.?secret|placeholder/i.test(value),
        `${name} is a sample value; make a real one with: openssl rand -base64 48`,
      ),
  );

function isDecodable(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const environmentSchema = z.object({
  PORT: wholeNumber("PORT", 1, 65_535),
  BASE_URL: optional(
    z
      .url({
        protocol: /^https?$/,
        error: "BASE_URL must be an http or https address such as https://id.example.com.",
        abort: true,
      })
      .refine(
        (value) => new URL(value).origin === value.replace(/\/$/, ""),
        "BASE_URL must be an origin as browsers write it: lower case, no default port, no path, query or user.",
      ),
  ),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\/\S+$/, "DATABASE_URL must start with postgresql://."),
  ),
  KEYSTEAD_MODE: optional(
    z.enum(["local", "production"], { error: "KEYSTEAD_MODE must be local or production." }),
  ),
  KEYSTEAD_DATA: optional(z.string()),
  KEYSTEAD_SECRET: secretLike("KEYSTEAD_SECRET"),
  KEYSTEAD_SECRET_PREVIOUS: optional(z.string()),
  ISSUER: optional(z.string().max(255, "ISSUER must have at most 255 characters.")),
  TRUSTED_PROXY_HOPS: wholeNumber("TRUSTED_PROXY_HOPS", 0, 10),
  HSTS: optional(z.enum(["on", "off"], { error: "HSTS must be on or off." })),
  METRICS_TOKEN: optional(z.string().min(16, "METRICS_TOKEN must have at least 16 characters.")),
  RESEND_API_KEY: optional(z.string()),
  RESEND_BASE_URL: optional(
    z.url({ protocol: /^https?$/, error: "RESEND_BASE_URL must be an http or https address." }),
  ),
  SMTP_URL: optional(
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: "SMTP_URL must look like smtps://user:password@smtp.example.com.",
        abort: true,
      })
      .refine(
        isDecodable,
        "SMTP_URL has a % in its user or password that stands for itself; write it as %25.",
      ),
  ),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^[^@\s<>,;"]+@[^@\s<>,;"]+$/,
        "MAIL_FROM must be an address such as no-reply@example.com.",
      ),
  ),
});

/** Many mail servers take mails only from the address that signs in. */
function senderOf(
  env: { MAIL_FROM?: string | undefined; SMTP_URL?: string | undefined },
  baseUrl: string,
): string {
  const user = env.SMTP_URL === undefined ? "" : decodeURIComponent(new URL(env.SMTP_URL).username);
  return env.MAIL_FROM ?? (user.includes("@") ? user : `no-reply@${new URL(baseUrl).hostname}`);
}

const isLocalHost = (hostname: string) =>
  hostname === "localhost" || hostname.endsWith(".localhost");

/**
 * Reads and checks the environment.
 * @throws StartupError whose message names every variable that is wrong or missing
 */
export function readConfig(environment: Environment): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success)
    throw new StartupError(parsed.error.issues.map((issue) => issue.message).join(" "));
  const env = parsed.data;

  const port = env.PORT ?? 3000;
  const baseUrl = (env.BASE_URL ?? `http://localhost:${port}`).replace(/\/$/, "");
  const onLocalhost = isLocalHost(new URL(baseUrl).hostname);
  const mode =
    env.KEYSTEAD_MODE ?? (env.DATABASE_URL === undefined && onLocalhost ? "local" : "production");

  if (mode === "production") {
    const missing = (["KEYSTEAD_SECRET", "BASE_URL", "DATABASE_URL"] as const).filter(
      (name) => env[name] === undefined,
    );
    if (missing.length > 0)
      throw new StartupError(`Production mode needs ${missing.join(", ")}; see .env.example.`);
    if (baseUrl.startsWith("http:") && !onLocalhost)
      throw new StartupError(
        "Production mode needs an https BASE_URL: browsers offer passkeys on https and on localhost only, and codes would cross the network in the clear.",
      );
  } else if (!onLocalhost) {
    throw new StartupError(
      "Local mode serves this machine alone, so BASE_URL must be on localhost; set KEYSTEAD_MODE=production to serve others.",
    );
  }

  return {
    mode,
    port,
    baseUrl,
    databaseUrl: env.DATABASE_URL,
    dataFolder: resolve(/* turbopackIgnore: true */ env.KEYSTEAD_DATA ?? ".keystead"),
    secret: env.KEYSTEAD_SECRET,
    previousSecret: env.KEYSTEAD_SECRET_PREVIOUS,
    issuer: env.ISSUER ?? baseUrl,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS ?? 0,
    hsts: baseUrl.startsWith("https:") && env.HSTS !== "off",
    metricsToken: env.METRICS_TOKEN,
    resend:
      env.RESEND_API_KEY === undefined
        ? undefined
        : { apiKey: env.RESEND_API_KEY, baseUrl: env.RESEND_BASE_URL },
    smtpUrl: env.SMTP_URL,
    mailFrom: senderOf(env, baseUrl),
  };
}

/**
 * Reads a `.env` file beside package.json, if there is one, and then the environment, which wins.
 */
export function readProcessConfig(): Config {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return readConfig(process.env);
}

// The server bundle and Next load this module separately; both must see one configuration.
const slot = globalThis as { keysteadConfig?: RunningConfig };

/** Makes a complete configuration the one of this process. */
export function setConfig(config: RunningConfig): void {
  slot.keysteadConfig = config;
}

/**
 * The configuration of this process; read from the environment where nothing has set it (plain
 * `next start`).
 * @throws StartupError when DATABASE_URL or KEYSTEAD_SECRET is missing
 */
export function getConfig(): RunningConfig {
  if (slot.keysteadConfig) return slot.keysteadConfig;
  const { databaseUrl, secret, ...rest } = readProcessConfig();
  if (databaseUrl === undefined || secret === undefined)
    throw new StartupError("Without npm start, DATABASE_URL and KEYSTEAD_SECRET must be set.");
  return (slot.keysteadConfig = { ...rest, databaseUrl, secret });
}
