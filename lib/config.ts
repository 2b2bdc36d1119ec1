import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import {
  type EmailProvider,
  emailProvidersOf,
  emailVariables,
  faultOfEmail,
  senderOf,
} from "@/lib/config.email";
import { optional, wholeNumber } from "@/lib/config.optional";
import {
  collectorHeaders,
  collectorUrl,
  sampledShare,
  tracedServiceName,
  tracingOf,
  type TracingSettings,
} from "@/lib/config.tracing";
import { baseUrl, databaseUrl } from "@/lib/config.urls";
import {
  webhookPorts,
  webhookRanges,
  type WebhookSettings,
  webhooksOf,
} from "@/lib/config.webhooks";
import { StartupError } from "@/lib/errors";
import { readEnvFile } from "./config.file";

export type { EmailProvider, TracingSettings, WebhookSettings };

/**
 * The configuration from the environment, validated once at start. .env.example explains every
 * variable.
 */
export interface Config {
  mode: "local" | "production";
  port: number;
  /**
   * Address to listen on: an IP address or `localhost`. Absent: in production every address of the
   * machine, in local mode its loopback addresses.
   */
  host?: string | undefined;
  /** Origin without a trailing slash. */
  baseUrl: string;
  /** Absent only until the embedded database has started. */
  databaseUrl?: string | undefined;
  /** Whether to warn if commits don't wait for a standby. */
  requiresStandby: boolean;
  /** Absolute path. */
  dataFolder: string;
  /** Absolute path of the folder with the build and the migrations. */
  installationFolder: string;
  /** Absent only until local mode has read or created its own. */
  secret?: string | undefined;
  previousSecret?: string | undefined;
  issuer: string;
  trustedProxyHops: number;
  /** Processes that share the port; 1 serves from the process that starts. */
  workers: number;
  /** Whether responses have Strict-Transport-Security. */
  hsts: boolean;
  metricsToken?: string | undefined;
  /** URI of the contact for security reports: mailto:, https: or tel: (RFC 9116 §2.5.3). */
  securityContact?: string | undefined;
  /**
   * In the order in which they are tried. Without any, local mode has an inbox and production sends
   * nothing.
   */
  emailProviders: readonly EmailProvider[];
  /** Verifies the events that Resend sends. Absent: none are accepted. */
  emailWebhookSecret?: string | undefined;
  /** Sender address for tenancies without their own. */
  mailFrom: string;
  /** Where traces go. Absent: nothing is traced. */
  tracing?: TracingSettings | undefined;
  webhooks: WebhookSettings;
}

/** A complete configuration: database and secret are known. */
export interface RunningConfig extends Config {
  databaseUrl: string;
  secret: string;
}

type Environment = Record<string, string | undefined>;

const secretLike = (name: string) =>
  optional(
    z
      .string()
      .refine(
        (value) => Buffer.byteLength(value) >= 32,
        `${name} must have at least 32 bytes. Create one with: openssl rand -base64 48`,
      )
      .refine(
        (value) =>
          new Set(value).size >= 10 &&
          !/change.?me|example|sample|your.?secret|placeholder/i.test(value),
        `${name} is a sample value. Create one with: openssl rand -base64 48`,
      ),
  );

const environmentSchema = z.object({
  PORT: wholeNumber("PORT", 1, 65_535),
  HOST: optional(
    z.union([z.ipv4(), z.ipv6(), z.literal("localhost")], {
      error: "HOST must be an IP address of this machine, such as 127.0.0.1, or localhost.",
    }),
  ),
  BASE_URL: optional(baseUrl),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_SYNCHRONOUS: optional(
    z.literal("required", { error: "DATABASE_SYNCHRONOUS must be required, or empty." }),
  ),
  KEYSTEAD_MODE: optional(
    z.enum(["local", "production"], { error: "KEYSTEAD_MODE must be local or production." }),
  ),
  KEYSTEAD_DATA: optional(z.string()),
  KEYSTEAD_SECRET: secretLike("KEYSTEAD_SECRET"),
  KEYSTEAD_SECRET_PREVIOUS: optional(z.string()),
  ISSUER: optional(z.string().max(255, "ISSUER must have at most 255 characters.")),
  TRUSTED_PROXY_HOPS: wholeNumber("TRUSTED_PROXY_HOPS", 0, 10),
  KEYSTEAD_WORKERS: optional(
    z
      .string()
      .regex(/^(auto|[1-9]|[12]\d|3[0-2])$/, "KEYSTEAD_WORKERS must be auto or 1 to 32.")
      .transform((value) => (value === "auto" ? Math.min(availableParallelism(), 32) : +value)),
  ),
  HSTS: optional(z.enum(["on", "off"], { error: "HSTS must be on or off." })),
  SECURITY_CONTACT: optional(
    z
      .string()
      .regex(
        /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/,
        "SECURITY_CONTACT must be a mailto:, https: or tel: URI.",
      ),
  ),
  METRICS_TOKEN: optional(z.string().min(16, "METRICS_TOKEN must have at least 16 characters.")),
  ...emailVariables,
  KEYSTEAD_WEBHOOK_PORTS: optional(webhookPorts),
  KEYSTEAD_WEBHOOK_ALLOWED_RANGES: optional(webhookRanges),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(collectorUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(collectorHeaders),
  OTEL_SERVICE_NAME: optional(tracedServiceName),
  OTEL_TRACES_SAMPLER_ARG: optional(sampledShare),
});

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.shape);

const isLoopback = (host: string) => /^(localhost|127\..*|::1)$/.test(host);
const isLocalHost = (hostname: string) =>
  hostname === "localhost" || hostname.endsWith(".localhost");

/**
 * Reads and validates the environment.
 * @throws StartupError whose message lists every invalid or missing variable
 */
export function readConfig(environment: Environment, installationFolder = process.cwd()): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success)
    throw new StartupError(parsed.error.issues.map((issue) => issue.message).join(" "));
  const env = parsed.data;
  const emailFault = faultOfEmail(env);
  if (emailFault !== undefined) throw new StartupError(emailFault);

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
      throw new StartupError(`Production mode needs ${missing.join(", ")}. See .env.example.`);
    if (baseUrl.startsWith("http:") && !onLocalhost)
      throw new StartupError(
        "Production mode needs an https BASE_URL. Browsers offer passkeys only on https and on " +
          "localhost, and http would send codes unencrypted.",
      );
  } else if (!onLocalhost) {
    throw new StartupError(
      "Local mode serves only this machine, so BASE_URL must be on localhost. " +
        "Set KEYSTEAD_MODE=production to serve others.",
    );
  } else if (env.HOST !== undefined && !isLoopback(env.HOST)) {
    throw new StartupError(
      "Local mode serves only this machine, so HOST must be a loopback address such as 127.0.0.1. " +
        "Set KEYSTEAD_MODE=production to serve others.",
    );
  }

  return {
    mode,
    port,
    host: env.HOST,
    baseUrl,
    databaseUrl: env.DATABASE_URL,
    requiresStandby: env.DATABASE_SYNCHRONOUS !== undefined,
    dataFolder: resolve(/* turbopackIgnore: true */ env.KEYSTEAD_DATA ?? ".keystead"),
    installationFolder,
    secret: env.KEYSTEAD_SECRET,
    previousSecret: env.KEYSTEAD_SECRET_PREVIOUS,
    issuer: env.ISSUER ?? baseUrl,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS ?? 0,
    workers: env.KEYSTEAD_WORKERS ?? 1,
    hsts: baseUrl.startsWith("https:") && env.HSTS !== "off",
    metricsToken: env.METRICS_TOKEN,
    securityContact: env.SECURITY_CONTACT,
    emailProviders: emailProvidersOf(env),
    emailWebhookSecret: env.EMAIL_WEBHOOK_SECRET,
    mailFrom: senderOf(env, baseUrl),
    tracing: tracingOf(env),
    webhooks: webhooksOf(mode, env),
  };
}

/**
 * Reads the environment and an optional `.env` file in the current folder. The environment takes
 * precedence.
 * @throws StartupError for a file that can't be read right, or an invalid variable
 * @param installationFolder default: the current folder
 */
export function readProcessConfig(installationFolder?: string): Config {
  for (const [name, value] of Object.entries(readEnvFile(".env"))) process.env[name] ??= value;
  return readConfig(process.env, installationFolder);
}

/**
 * Returns the environment for other processes, without the variables of the configuration, because
 * other users and tools can read a process's environment. `cluster.fork` adds the whole environment,
 * but leaves out what is undefined here.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(variableNames.map((name) => [name, undefined])),
});

/** How to run `keystead` here. npx must not ask the registry, where the name is another author's. */
export const commandLine = ({ installationFolder }: Pick<Config, "installationFolder">): string =>
  existsSync(join(/* turbopackIgnore: true */ installationFolder, "cli/keystead.ts"))
    ? "npm run -s keystead --"
    : "npx --no-install keystead";

/** Whether npm or npx started this process, through a shell. */
export const isStartedByNpm = (): boolean => process.env["npm_lifecycle_event"] !== undefined;

// Global, because the server bundle and Next each load this module.
const slot = globalThis as { keysteadConfig?: RunningConfig };

/** Sets the configuration of this process. */
export function setConfig(config: RunningConfig): void {
  slot.keysteadConfig = config;
}

/**
 * Returns the configuration of this process. Reads it from the environment if it isn't set (plain
 * `next start`).
 * @throws StartupError if DATABASE_URL or KEYSTEAD_SECRET is missing
 */
export function getConfig(): RunningConfig {
  if (slot.keysteadConfig) return slot.keysteadConfig;
  const { databaseUrl, secret, ...rest } = readProcessConfig();
  if (databaseUrl === undefined || secret === undefined)
    throw new StartupError("Without npm start, DATABASE_URL and KEYSTEAD_SECRET must be set.");
  return (slot.keysteadConfig = { ...rest, databaseUrl, secret });
}
