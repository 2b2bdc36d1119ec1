import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { readConfig } from "./config";
import { StartupError } from "./errors";

const production: Record<string, string> = {
  KEYSTEAD_MODE: "production",
  BASE_URL: "https://id.acme.org",
  DATABASE_URL: "postgresql://keystead:word@db.internal:5432/keystead",
  KEYSTEAD_SECRET: "9fK2-vQ7xLr4Tz8mWb1Ny6Hc3Jd5Pg0S",
};

/** Values that a typo or a broken template could leave. */
const broken: Record<string, readonly string[]> = {
  PORT: ["0", "http", "-1", "65536", "undefined", "${PORT}"],
  HOST: ["undefined", "id.acme.org", "127.0.0.1:3000", "*", "256.0.0.1", "[::1]", "${HOST}"],
  BASE_URL: [
    "",
    " ",
    "undefined",
    "id.acme.org",
    "//id.acme.org",
    "https://",
    "http://id.acme.org",
    "https://id.acme.org/path",
    "https://id.acme.org.",
    "https://id.acme.org,",
    "https://id,acme.org",
    "https://id..acme.org",
    "https://id.acme.org;",
    "${BASE_URL}",
  ],
  DATABASE_URL: ["", "undefined", "db.internal", "mysql://db.internal/keystead", "${DATABASE_URL}"],
  DATABASE_SYNCHRONOUS: ["on", "yes", "REQUIRED", "undefined", "${DATABASE_SYNCHRONOUS}"],
  KEYSTEAD_MODE: ["prod", "PRODUCTION", "development", "true", "${KEYSTEAD_MODE}"],
  KEYSTEAD_SECRET: [
    "",
    "undefined",
    "short",
    "x".repeat(64),
    "change-me-0123456789-abcdefghijklmnop",
    "${KEYSTEAD_SECRET}",
  ],
  ISSUER: ["x".repeat(256)],
  HSTS: ["yes", "1", "true", "undefined"],
  KEYSTEAD_WORKERS: ["0", "-1", "33", "1.5", "max", "undefined", "${KEYSTEAD_WORKERS}"],
  TRUSTED_PROXY_HOPS: ["-1", "11", "all", "true", "1.5", "${TRUSTED_PROXY_HOPS}"],
  SECURITY_CONTACT: [
    "security@example.com",
    "http://example.com",
    "mailto:",
    "https://a b",
    "undefined",
  ],
  METRICS_TOKEN: ["x", "short", "undefined"],
  RESEND_BASE_URL: ["resend.example", "ftp://resend.example", "undefined"],
  EMAIL_PROVIDERS: ["smtp3", "resend;smtp", "resend,,smtp", "smtp,smtp", "undefined", "smtp"],
  EMAIL_WEBHOOK_SECRET: [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "whsec_",
    "whsec_MfKQ9r8G",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
    "re_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "undefined",
  ],
  SMTP_URL: ["smtp.example", "http://smtp.example", "smtps://", "undefined"],
  SMTP2_URL: [
    "smtp.example",
    "http://smtp.example",
    "smtps://",
    "undefined",
    "smtps://two.example",
  ],
  KEYSTEAD_WEBHOOK_PORTS: [
    "0",
    "65536",
    "-1",
    "0443",
    "https",
    "8443-8445",
    "8443,,9443",
    "8443 9443",
    "undefined",
    "${KEYSTEAD_WEBHOOK_PORTS}",
  ],
  KEYSTEAD_WEBHOOK_ALLOWED_RANGES: [
    "undefined",
    "internal",
    "10.0.0.5",
    "10.0.0.0/33",
    "10.0/8",
    "10.0.0.0/8,",
    "10.0.0.0/8;192.168.0.0/16",
    "fd00::/129",
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/00",
    "10.0.0.0/255.0.0.0",
    "receiver.internal/32",
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    "undefined",
    "collector:4318",
    "grpc://collector:4317",
    "http://",
    "http://user:word@collector:4318",
    "http://collector:4318?key=value",
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    "undefined",
    "authorization",
    "=value",
    "a b=c",
    "name=%zz",
    "name=a%0d%0ab",
    "name=a,,other=b",
  ],
  OTEL_SERVICE_NAME: ["x".repeat(256)],
  OTEL_TRACES_SAMPLER_ARG: ["-0.1", "1.1", "10%", "always_on", "undefined"],
  MAIL_FROM: ["undefined", "Shop <codes@shop.example>", "a@b.example,c@d.example"],
};

/** Any text is a value; what breaks is tested where it is used. */
const free = ["KEYSTEAD_DATA", "KEYSTEAD_SECRET_PREVIOUS", "RESEND_API_KEY"];

const documented = [
  ...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm),
].map(([, name]) => name ?? "");

test("every documented variable is broken below", () => {
  expect(
    [...new Set(documented)].filter((name) => !(name in broken) && !free.includes(name)),
  ).toEqual([]);
});

test("production refuses to start with a broken variable, and names it", async () => {
  const violations = await violationsOf(
    Object.entries(broken).flatMap(([name, values]) =>
      values.map((value) => [`${name}=${JSON.stringify(value)}`, name, value] as const),
    ),
    (_line, name, value) => {
      const start = () => readConfig({ ...production, [name]: value });
      expect(start).toThrow(StartupError);
      expect(start).toThrow(name);
    },
  );
  expect(violations).toEqual([]);
});

test("a blank variable uses the safe default", () => {
  const blank = Object.fromEntries(
    [
      "PORT",
      "ISSUER",
      "TRUSTED_PROXY_HOPS",
      "METRICS_TOKEN",
      "SECURITY_CONTACT",
      "KEYSTEAD_SECRET_PREVIOUS",
      "RESEND_API_KEY",
      "EMAIL_WEBHOOK_SECRET",
      "SMTP_URL",
      "SMTP2_URL",
      "EMAIL_PROVIDERS",
      "MAIL_FROM",
      "KEYSTEAD_WEBHOOK_PORTS",
      "KEYSTEAD_WEBHOOK_ALLOWED_RANGES",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "OTEL_SERVICE_NAME",
      "OTEL_TRACES_SAMPLER_ARG",
    ].map((name) => [name, " "]),
  );
  expect(readConfig({ ...production, ...blank })).toMatchObject({
    mode: "production",
    trustedProxyHops: 0,
    metricsToken: undefined,
    previousSecret: undefined,
    emailProviders: [],
    emailWebhookSecret: undefined,
    tracing: undefined,
    webhooks: { isLocal: false, ports: [443], allowedRanges: [] },
  });
  // Without its mode, a database and an address still mean production.
  expect(readConfig({ ...production, KEYSTEAD_MODE: "" }).mode).toBe("production");
});
