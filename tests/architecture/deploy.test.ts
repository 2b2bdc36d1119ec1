import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { validate } from "dockerfile-utils";
import { expect, it, test } from "vitest";
import { readConfig, variableNames } from "@/lib/config";
import { lifetimes, limits } from "@/lib/limits";

const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
const proxies = [
  "deploy/caddy/Caddyfile",
  "deploy/nginx/keystead.conf",
  "deploy/haproxy/haproxy.cfg",
];

test.each(proxies)("%s connects to the default port and names the variables it needs", (file) => {
  const sample = read(file);
  const { port } = readConfig({});
  expect(sample).toContain(`127.0.0.1:${port}`);
  const named = [...sample.matchAll(/\b([A-Z_]{4,})=(\S+)/g)].map(([, name = "", value]) => [
    name,
    value,
  ]);
  expect(named.map(([name]) => name)).toEqual(["PORT", "TRUSTED_PROXY_HOPS", "BASE_URL"]);
  const config = readConfig({
    ...Object.fromEntries(named),
    KEYSTEAD_SECRET: randomBytes(32).toString("base64url"),
    DATABASE_URL: "postgresql://keystead@localhost/keystead",
  });
  expect(config).toMatchObject({ port, trustedProxyHops: 1, baseUrl: "https://id.example.com" });
});

test.each(proxies)("%s accepts a whole import, and not much more", (file) => {
  const [, bytes, megabytes] = /(?:body_size gt (\d+)|(?:max_size|max_body_size) (\d+)m)/i.exec(
    read(file),
  ) ?? ["", "0", "0"];
  const allowed = Number(bytes ?? 0) || Number(megabytes) * 1_000_000;
  expect(allowed).toBeGreaterThan(limits.linesBytes);
  expect(allowed).toBeLessThan(limits.linesBytes * 1.1);
});

it("the systemd unit sets variables that exist, and waits until Keystead has drained", () => {
  const unit = read("deploy/keystead.service");
  const named = [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(named).toEqual([
    "KEYSTEAD_MODE",
    "PORT",
    "HOST",
    "TRUSTED_PROXY_HOPS",
    "KEYSTEAD_WORKERS",
  ]);
  expect(named.filter((name) => !variableNames.includes(name))).toEqual([]);
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(seconds * 1_000).toBeGreaterThan(lifetimes.drainMs);
});

it("the Dockerfile has no lint findings, runs as a numbered user and fetches nothing at the start", () => {
  const dockerfile = read("Dockerfile");
  expect(validate(dockerfile)).toEqual([]);
  const [, ...runtime] = dockerfile.split(/^FROM /m).slice(1);
  expect(runtime.join()).toMatch(/^USER \d+:\d+$/m);
  expect(runtime.join()).not.toMatch(/^(RUN|ADD) /m);
});

it("compose.yaml sets variables that exist, and waits until Keystead has drained", () => {
  const [, service = ""] = /^  keystead:\n(.*?)^  \w/ms.exec(read("compose.yaml")) ?? [];
  const named = [...service.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = ""]) => name);
  expect(named).toContain("DATABASE_URL");
  expect(named.filter((name) => !variableNames.includes(name))).toEqual([]);
  const seconds = Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(service)?.[1]);
  expect(seconds * 1_000).toBeGreaterThan(lifetimes.drainMs);
});

it("the proxy of compose.yaml differs from Caddy's sample only in names", () => {
  const directives = (file: string) =>
    read(file)
      .split("\n")
      .filter((line) => !/^\s*#/.test(line))
      .join("\n");
  expect(directives("deploy/compose/Caddyfile").replace("keystead:3000", "127.0.0.1:3000")).toBe(
    directives("deploy/caddy/Caddyfile").replace("id.example.com", "localhost"),
  );
});
