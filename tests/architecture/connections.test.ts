import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { connectingFiles } from "@/lint/connections.mjs";
import { lint, type PlantedViolation } from "@/testing/lint-planted";

const planted: PlantedViolation[] = [
  [
    "connections: fetch",
    "lib/domain/user/planted.ts",
    'export const reply = fetch("https://example.com");',
    "opens connections",
    "export const fetch = 1;",
  ],
  [
    "connections: globalThis",
    "lib/http/planted.ts",
    'export const reply = globalThis.fetch("https://example.com");',
    "opens connections",
    "export const id = globalThis.crypto.randomUUID();",
  ],
  [
    "connections: WebSocket",
    "app/console/planted.tsx",
    'export const socket = new WebSocket("wss://example.com");',
    "opens connections",
    "export const url = new URL('https://example.com');",
  ],
  [
    "connections: net",
    "lib/platform/planted.ts",
    'import { connect } from "node:net"; export const socket = connect(1);',
    "opens connections",
    'import { isIPv4, type Socket } from "node:net"; ' +
      'export const is = (socket: Socket) => isIPv4(socket.remoteAddress ?? "");',
  ],
  [
    "connections: tls as a namespace",
    "lib/platform/planted.ts",
    'import * as tls from "tls"; export const socket = tls.connect(1);',
    "opens connections",
    'import type { TLSSocket } from "tls"; export type Secure = TLSSocket;',
  ],
  [
    "connections: http",
    "server/main.ts",
    'import { request } from "node:http"; export const call = request("http://example.com");',
    "opens connections",
    'import { createServer } from "node:http"; export const server = createServer();',
  ],
  [
    "connections: https, dynamic import",
    "lib/platform/planted.ts",
    'await import("node:https");',
    "opens connections",
    'await import("node:fs");',
  ],
  [
    "connections: dns",
    "lib/platform/planted.ts",
    'import dns from "node:dns"; export const servers = dns.getServers();',
    "opens connections",
    'import type { LookupOptions } from "node:dns"; export type Options = LookupOptions;',
  ],
  [
    "connections: dns, beside the guarded client's own",
    "lib/platform/guarded-client/planted.ts",
    'import { lookup } from "node:dns/promises"; export const addresses = lookup("example.com");',
    "opens connections",
    'import { isIP } from "node:net"; export const family = isIP("::1");',
  ],
  [
    "connections: https in a delivery",
    "lib/domain/event/webhook/planted.ts",
    'import { request } from "node:https"; export const sent = request("https://example.com");',
    "opens connections",
    'import { createHmac } from "node:crypto"; export const hmac = createHmac("sha256", "");',
  ],
  [
    "connections: dgram, re-exported",
    "lib/platform/planted.ts",
    'export { createSocket } from "node:dgram";',
    "opens connections",
    'import type { Socket } from "node:dgram"; export type { Socket };',
  ],
  [
    "connections: undici",
    "lib/platform/planted.ts",
    'import { Agent } from "undici"; export const agent = new Agent();',
    "opens connections",
    "export const agent = 1;",
  ],
  [
    "connections: database",
    "lib/platform/planted.ts",
    'import pg from "pg"; export const pool = new pg.Pool();',
    "opens connections",
    'import type pg from "pg"; export type Pool = pg.Pool;',
  ],
  [
    "connections: SMTP",
    "lib/platform/planted.ts",
    'import { createTransport } from "nodemailer"; export const mail = createTransport();',
    "opens connections",
    'import type { Transporter } from "nodemailer"; export type Mail = Transporter;',
  ],
  [
    "connections: Resend",
    "lib/platform/planted.ts",
    'import { Resend } from "resend"; export const mail = new Resend();',
    "opens connections",
    'import type { Resend } from "resend"; export type Mail = Resend;',
  ],
  [
    "connections: remote key sets",
    "lib/domain/user/planted.ts",
    'import { createRemoteJWKSet } from "jose"; export const keys = createRemoteJWKSet;',
    "opens connections",
    'import { importJWK } from "jose"; export const key = importJWK;',
  ],
  [
    "connections: attestation",
    "lib/domain/sign-in/ceremony/planted.ts",
    'import { verifyRegistrationResponse } from "@simplewebauthn/server"; ' +
      "export const verify = verifyRegistrationResponse;",
    "opens connections",
    'import { generateRegistrationOptions } from "@simplewebauthn/server"; ' +
      "export const options = generateRegistrationOptions;",
  ],
];

it.each(planted)(
  "%s: lint rejects a planted violation and explains why",
  async (_name, file, refused, lesson, allowed) => {
    expect(await lint(file, refused)).toContainEqual(expect.stringContaining(lesson));
    expect(await lint(file, allowed)).toEqual([]);
  },
);

it.each([
  [
    "the database adapter opens the database",
    "lib/platform/database.ts",
    'import pg from "pg"; export const pool = new pg.Pool();',
  ],
  [
    "the guarded client asks name servers",
    "lib/platform/guarded-client/guarded-client.ts",
    'import { Resolver } from "node:dns/promises"; export const resolver = new Resolver();',
  ],
  [
    "the guarded client sends webhooks",
    "lib/platform/guarded-client/send-request.ts",
    'import https from "node:https"; export const sent = https.request("https://example.com");',
  ],
  [
    "the exporter of traces calls the collector",
    "lib/platform/tracing/open-telemetry.ts",
    'export const reply = fetch("http://127.0.0.1:4318/v1/traces");',
  ],
  [
    "the browser library calls the service",
    "lib/client/service.ts",
    'export const reply = fetch("/v2");',
  ],
  [
    "a test connects to its own server",
    "lib/http/planted.test.ts",
    'export const reply = fetch("http://127.0.0.1");',
  ],
])("%s", async (_name, file, code) => {
  expect(await lint(file, code)).toEqual([]);
});

it("every file on the list of files that open connections exists", () => {
  expect(Object.keys(connectingFiles).filter((file) => !existsSync(file))).toEqual([]);
});
