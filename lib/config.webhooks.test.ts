import { expect, test } from "vitest";
import { readConfig } from "./config";

const production = {
  KEYSTEAD_MODE: "production",
  BASE_URL: "https://id.acme.org",
  DATABASE_URL: "postgresql://keystead:word@db.internal:5432/keystead",
  KEYSTEAD_SECRET: "9fK2-vQ7xLr4Tz8mWb1Ny6Hc3Jd5Pg0S",
};

test("production sends webhooks to port 443 of public addresses", () => {
  expect(readConfig(production).webhooks).toEqual({
    isLocal: false,
    ports: [443],
    allowedRanges: [],
  });
});

test("local mode also sends them to this machine", () => {
  expect(readConfig({}).webhooks).toEqual({
    isLocal: true,
    ports: [443],
    allowedRanges: ["127.0.0.0/8", "::1/128"],
  });
});

test("an installation lists further ports and networks", () => {
  const webhooks = {
    KEYSTEAD_WEBHOOK_PORTS: "8443, 9443,443",
    KEYSTEAD_WEBHOOK_ALLOWED_RANGES: "10.20.0.0/16, fd12:3456::/48",
  };
  expect(readConfig({ ...production, ...webhooks }).webhooks).toEqual({
    isLocal: false,
    ports: [443, 8443, 9443],
    allowedRanges: ["10.20.0.0/16", "fd12:3456::/48"],
  });
});
