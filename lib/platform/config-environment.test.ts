import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "@/lib/config";
import { toEnvironment } from "./config-environment";

const secret = "9fK2-vQ7xLr4Tz8mWb1Ny6Hc3Jd5Pg0S";
const databaseUrl = "postgresql://keystead:word@db.internal:5432/keystead";
const production = {
  BASE_URL: "https://id.acme.org",
  DATABASE_URL: databaseUrl,
  KEYSTEAD_SECRET: secret,
};

describe("toEnvironment", () => {
  const everything = {
    ...production,
    PORT: "8443",
    KEYSTEAD_MODE: "production",
    KEYSTEAD_DATA: path.resolve("data"),
    KEYSTEAD_SECRET_PREVIOUS: "older",
    ISSUER: "urn:acme",
    TRUSTED_PROXY_HOPS: "2",
    HSTS: "off",
    METRICS_TOKEN: "0123456789abcdef",
    SECURITY_CONTACT: "mailto:security@example.com",
    RESEND_API_KEY: "re_123",
    RESEND_BASE_URL: "http://localhost:4010",
    SMTP_URL: "smtps://user:password@smtp.example.com",
    MAIL_FROM: "codes@example.com",
  };

  it("gives back every variable that was set", () => {
    expect(toEnvironment(readConfig(everything))).toEqual(everything);
  });

  it.each([
    ["an empty environment", {}],
    ["production", production],
    ["everything", everything],
  ])("read again it is the same configuration: %s", (_name, environment) => {
    const config = readConfig(environment);
    expect(readConfig(toEnvironment(config))).toEqual(config);
  });
});
