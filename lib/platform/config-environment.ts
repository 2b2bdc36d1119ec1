import type { Config } from "@/lib/config";

/** Converts a configuration to environment variables for a child process. */
export function toEnvironment(config: Config): Record<string, string> {
  const variables: Record<string, string | undefined> = {
    PORT: String(config.port),
    BASE_URL: config.baseUrl,
    DATABASE_URL: config.databaseUrl,
    KEYSTEAD_MODE: config.mode,
    KEYSTEAD_DATA: config.dataFolder,
    KEYSTEAD_SECRET: config.secret,
    KEYSTEAD_SECRET_PREVIOUS: config.previousSecret,
    ISSUER: config.issuer,
    TRUSTED_PROXY_HOPS: String(config.trustedProxyHops),
    HSTS: config.hsts ? "on" : "off",
    METRICS_TOKEN: config.metricsToken,
    SECURITY_CONTACT: config.securityContact,
    RESEND_API_KEY: config.resend?.apiKey,
    RESEND_BASE_URL: config.resend?.baseUrl,
    SMTP_URL: config.smtpUrl,
    MAIL_FROM: config.mailFrom,
  };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
