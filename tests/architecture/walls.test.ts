import { existsSync } from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { expect, it } from "vitest";
import { connectingFiles } from "@/eslint.connections.mjs";

// Planted files exist nowhere, so no type program knows them; the walls need no types.
const eslint = new ESLint({ cwd: path.resolve(import.meta.dirname, "../.."), overrideConfig: [tseslint.configs.disableTypeChecked] });

async function lint(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath, warnIgnored: true });
  return result?.messages.map(({ message }) => message) ?? [];
}

const route = "app/(rest)/v2/[tenancyId]/planted/route.ts";

/** room · a file in it · refused · what the message teaches · allowed */
const planted: [string, string, string, string, string][] = [
  ["contract: npm", "lib/contract/planted.ts", 'import "next/server";', "plain zod schemas", 'import "zod";'],
  ["contract: Node", "lib/contract/planted.ts", 'import "node:crypto";', "plain zod schemas", 'import "zod-openapi";'],
  ["contract: ours", "lib/contract/planted.ts", 'import type {} from "@/lib/errors";', "plain zod schemas", 'import "./fields";'],
  ["errors", "lib/errors.ts", 'import "./config";', "imports none of ours", 'import "zod";'],
  ["config: ours", "lib/config.ts", 'import "@/lib/platform/log";', "imports only lib/errors.ts", 'import "@/lib/errors";'],
  ["config: npm", "lib/config.ts", 'import "pg";', "imports only lib/errors.ts", 'import "node:path";'],
  ["platform: domain", "lib/platform/planted.ts", 'import type {} from "@/lib/domain/user/get-user";', "an adapter knows", 'import "@/lib/config";'],
  ["platform: http", "lib/platform/planted.ts", 'import "@/lib/http/endpoint";', "an adapter knows", 'import "pg";'],
  ["platform: app", "lib/platform/planted.ts", 'import "@/app/(rest)/healthz/route";', "an adapter knows", 'import "@/prisma/generated/client";'],
  ["platform: Next", "lib/platform/planted.ts", 'import "next/server";', "an adapter knows", 'import "./clock";'],
  ["domain: Next", "lib/domain/user/planted.ts", 'import "next/headers";', "rules know no web", 'import "tldts";'],
  ["domain: React", "lib/domain/user/planted.ts", 'import "react";', "rules know no web", 'import "@simplewebauthn/server";'],
  ["domain: http", "lib/domain/user/planted.ts", 'import "@/lib/http/respond";', "rules know no web", 'import "@/lib/contract/user";'],
  ["domain: console", "lib/domain/user/planted.ts", 'import "@/lib/console/session";', "rules know no web", 'import "@/lib/domain/tenancy/get-tenancy";'],
  ["domain: platform", "lib/domain/user/planted.ts", 'import "@/lib/platform/database";', "as types only", 'import type {} from "@/lib/platform/database";'],
  ["domain: lazily", "lib/domain/user/planted.ts", 'await import("@/lib/platform/log");', "rules know no web", 'await import("./get-user");'],
  ["domain: re-export", "lib/domain/user/planted.ts", 'export { log } from "@/lib/platform/log";', "rules know no web", 'export { ServiceError } from "@/lib/errors";'],
  [
    "domain: database",
    "lib/domain/user/planted.ts",
    'import { PrismaClient } from "@/prisma/generated/client"; export const db = new PrismaClient();',
    "take it from ctx.db",
    'import { Prisma } from "@/prisma/generated/client"; export const empty = Prisma.empty;',
  ],
  ["domain: its tests", "lib/domain/user/planted.test.ts", 'import "@/lib/platform/log";', "as types only", 'import "@/lib/testing/context"; import "vitest";'],
  ["domain: fixtures", "lib/domain/user/planted.ts", 'import "@/lib/testing/context";', "rules know no web", 'import "@/lib/config";'],
  ["http: console", "lib/http/planted.ts", 'import "@/lib/console/session";', "REST also runs without Next", 'import "@/lib/platform/log";'],
  ["http: components", "lib/http/planted.ts", 'import "@/components/ui/button";', "REST also runs without Next", 'import "@/lib/domain/user/get-user";'],
  ["http: Next", "lib/http/planted.ts", 'import "next/server";', "REST also runs without Next", 'import "hono";'],
  ["console: http", "lib/console/planted.ts", 'import "@/lib/http/respond";', "not REST itself", 'import "next/headers";'],
  ["console: components", "lib/console/planted.ts", 'import "@/components/ui/button";', "draws nothing", 'import "@/lib/domain/user/get-user";'],
  ["client: ours", "lib/client/planted.ts", 'import type {} from "@/lib/contract/user";', "package of its own", 'import "./session";'],
  ["client: npm", "lib/client/planted.ts", 'import "zod";', "package of its own", 'import "@simplewebauthn/browser";'],
  ["testing", "lib/testing/planted.ts", 'import "@/app/(rest)/healthz/route";', "fixtures stand on lib", 'import "@/lib/domain/user/get-user";'],
  ["components: domain", "components/user/planted.tsx", 'import type {} from "@/lib/domain/user/get-user";', "draws what it is given", 'import "@/components/ui/button";'],
  ["components: platform", "components/user/planted.tsx", 'import "@/lib/platform/log";', "draws what it is given", 'import "react";'],
  ["components: http", "components/user/planted.tsx", 'import "@/lib/http/respond";', "draws what it is given", 'import "./planted-row";'],
  ["components: contract", "components/user/planted.tsx", 'import "@/lib/contract/user";', "as props", 'import type {} from "@/lib/contract/user";'],
  ["rest: Next", route, 'import "next/server";', "a route declares", 'import "@/lib/http/endpoint";'],
  ["rest: platform", route, 'import type {} from "@/lib/platform/log";', "a route declares", 'import "@/lib/domain/user/get-user";'],
  ["rest: components", route, 'import "@/components/ui/button";', "a route declares", 'import "@/lib/contract/user";'],
  ["rest: its tests", route.replace("route", "route.test"), 'import "@/lib/platform/log";', "a route declares", 'import "./route"; import "@/lib/testing/context";'],
  ["console pages: http", "app/console/[tenancyId]/planted.tsx", 'import "@/lib/http/respond";', "asks consoleContext", 'import "@/lib/console/session";'],
  ["console pages: platform", "app/console/[tenancyId]/planted.tsx", 'import "@/lib/platform/log";', "through ctx", 'import "next/link";'],
  ["demo: domain", "app/demo/planted.tsx", 'import "@/lib/domain/user/get-user";', "customers of the API", 'import "@/lib/client/passkeys";'],
  ["demo backend", "app/demo/backend/planted.ts", 'import "@/lib/domain/user/get-user";', "the demo's backend is a customer", 'import "pg"; import "@/lib/config";'],
  ["command line", "cli/planted.ts", 'import "@/lib/http/service";', "a command parses options", 'import "@/lib/domain/tenancy/list-tenancies";'],
  ["hosted routes: domain", "app/auth/[tenancyId]/planted/route.ts", 'import "@/lib/domain/hosted/check-code";', "one page or step", 'import "@/lib/hosted/steps";'],
  ["hosted pages in the browser: ours", "app/auth/browser/planted.ts", 'import "@/lib/hosted/copy";', "every kilobyte counts", 'import "@/lib/client/errors";'],
  ["hosted pages in the browser: npm", "app/auth/browser/planted.ts", 'import "react";', "every kilobyte counts", 'import "@simplewebauthn/browser";'],
  ["hosted: React", "lib/hosted/planted.ts", 'import "react";', "without React", 'import "@/lib/http/call";'],
  ["hosted: platform", "lib/hosted/planted.ts", 'import "@/lib/platform/log";', "without React", 'import "@/lib/domain/hosted/check-code";'],
  ["http: hosted", "lib/http/planted.ts", 'import "@/lib/hosted/steps";', "REST also runs without Next", 'import "./call";'],
  ["public pages", "app/planted.tsx", 'import "@/lib/domain/user/get-user";', "public pages show", 'import "@/components/ui/button";'],
  ["documentation", "app/docs/planted.tsx", 'import "@/lib/http/respond";', "draws the OpenAPI document", 'import "@/lib/contract/user"; import "@/components/ui/button";'],
  ["snippets", "docs/snippets/planted.ts", 'import "zod";', "a customer's program", 'import "node:crypto"; import "./keystead";'],
  ["seed", "prisma/seed.ts", 'import "@/lib/http/respond";', "through the domain functions", 'import "@/lib/domain/tenancy/create-tenancy";'],
  ["server", "server.ts", 'import "./lib/testing/context";', "the server only sequences", 'import "next"; import "@/lib/http/router"; import "@/prisma/seed";'],
  ["mails: ours", "emails/planted.tsx", 'import type {} from "@/lib/contract/user";', "drawn at build time", 'import "./copy";'],
  ["mails: npm", "emails/planted.tsx", 'import "react-dom/server";', "drawn at build time", 'import "react"; import "@react-email/render"; import "zod";'],
  ["mails: run time", "lib/domain/user/planted.ts", 'import "@/emails/draw";', "rules know no web", 'import "./get-user";'],
  ["scripts", "scripts/planted.ts", 'import "@/tests/support/database";', "scripts drive the product", 'import "@/lib/config";'],
  ["examples", "examples/planted.mjs", 'import "../lib/config.mjs";', "as a stranger would", 'import "node:http";'],
  ["scripts on plain Node", "scripts/planted.mjs", 'await import("../app/page.mjs");', "scripts drive the product", 'await import("../dist/server.mjs");'],
  ["a folder without a room", "lib/planted/planted.ts", 'import "zod";', "no room yet", "export const planted = 1;"],
  ["parent paths", "lib/domain/user/planted.ts", 'import "../tenancy/get-tenancy";', "Write @/…", 'import "./get-user";'],
  ["connections: fetch", "lib/domain/user/planted.ts", 'export const reply = fetch("https://example.com");', "opens connections", "export const fetch = 1;"],
  ["connections: globalThis", "lib/http/planted.ts", 'export const reply = globalThis.fetch("https://example.com");', "opens connections", "export const id = globalThis.crypto.randomUUID();"],
  ["connections: WebSocket", "app/console/planted.tsx", 'export const socket = new WebSocket("wss://example.com");', "opens connections", "export const url = new URL('https://example.com');"],
  ["connections: net", "lib/platform/planted.ts", 'import { connect } from "node:net"; export const socket = connect(1);', "opens connections", 'import { isIPv4, type Socket } from "node:net"; export const is = (socket: Socket) => isIPv4(socket.remoteAddress ?? "");'],
  ["connections: tls, all of it", "lib/platform/planted.ts", 'import * as tls from "tls"; export const socket = tls.connect(1);', "opens connections", 'import type { TLSSocket } from "tls"; export type Secure = TLSSocket;'],
  ["connections: http", "server.ts", 'import { request } from "node:http"; export const call = request("http://example.com");', "opens connections", 'import { createServer } from "node:http"; export const server = createServer();'],
  ["connections: https, lazily", "lib/platform/planted.ts", 'await import("node:https");', "opens connections", 'await import("node:fs");'],
  ["connections: dns", "lib/platform/planted.ts", 'import dns from "node:dns"; export const servers = dns.getServers();', "opens connections", 'import type { LookupOptions } from "node:dns"; export type Options = LookupOptions;'],
  ["connections: dgram, passed on", "lib/platform/planted.ts", 'export { createSocket } from "node:dgram";', "opens connections", 'export type { Socket } from "node:dgram";'],
  ["connections: undici", "lib/platform/planted.ts", 'import { Agent } from "undici"; export const agent = new Agent();', "opens connections", "export const agent = 1;"],
  ["connections: database", "lib/platform/planted.ts", 'import pg from "pg"; export const pool = new pg.Pool();', "opens connections", 'import type pg from "pg"; export type Pool = pg.Pool;'],
  ["connections: SMTP", "lib/platform/planted.ts", 'import { createTransport } from "nodemailer"; export const mail = createTransport();', "opens connections", 'import type { Transporter } from "nodemailer"; export type Mail = Transporter;'],
  ["connections: Resend", "lib/platform/planted.ts", 'import { Resend } from "resend"; export const mail = new Resend();', "opens connections", 'import type { Resend } from "resend"; export type Mail = Resend;'],
  ["connections: key sets of others", "lib/domain/user/planted.ts", 'import { createRemoteJWKSet } from "jose"; export const keys = createRemoteJWKSet;', "opens connections", 'import { importJWK } from "jose"; export const key = importJWK;'],
  ["connections: attestation", "lib/domain/ceremony/planted.ts", 'import { verifyRegistrationResponse } from "@simplewebauthn/server"; export const verify = verifyRegistrationResponse;', "opens connections", 'import { generateRegistrationOptions } from "@simplewebauthn/server"; export const options = generateRegistrationOptions;'],
  ["environment", "lib/platform/planted.ts", "export const mode = process.env.MODE;", "Only lib/config.ts reads", 'export const mode = "local";'],
  ["environment, taken apart", "tests/planted.ts", "export const { env } = process;", "Only lib/config.ts reads", "export const { pid } = process;"],
  ["environment, imported", "lib/http/planted.ts", 'import { env } from "node:process"; export { env };', "Only lib/config.ts reads", "export {};"],
  ["new Date()", "lib/domain/user/planted.ts", "export const now = new Date();", "from ctx.clock", "export const epoch = new Date(0);"],
  ["Date()", "lib/domain/user/planted.ts", "export const now = Date();", "from ctx.clock", "export const epoch = new Date(0);"],
  ["Date.now()", "lib/domain/user/planted.test.ts", "export const now = Date.now();", "from ctx.clock", "export const start = performance.now();"],
  ["randomness", "lib/platform/planted.ts", "export const dice = Math.random();", "Use node:crypto", "export const half = Math.round(0.5);"],
  ["console.*", "lib/http/planted.ts", 'console.log("here");', "Log through ctx.log", "export {};"],
  ["export *", "lib/http/planted.ts", 'export * from "./respond";', "Name what you export", 'export { respond } from "./respond";'],
  ["barrels", "lib/http/index.ts", 'export { respond } from "./respond";', "Import from the file that defines", "export const respond = 1;"],
  ["default exports", "lib/http/planted.ts", "export default 1;", "Prefer named exports", "export const one = 1;"],
  ["cycles", "lib/errors.ts", 'import { getConfig } from "@/lib/config"; export const x = getConfig;', "Dependency cycle", "export const x = 1;"],
  ["long files", "lib/http/planted.ts", "export {};\n".repeat(300), "too many lines", "export {};"],
  ["suppression without a reason", "lib/http/planted.ts", "/* eslint-disable */\nMath.random();", "Say why", "/* eslint-disable no-restricted-properties -- picks a colour */\nMath.random();"],
  ["suppression that is not needed", "lib/http/planted.ts", "// eslint-disable-next-line eqeqeq -- left over\nexport {};", "Unused eslint-disable", "export {};"],
  ["@ts-ignore", "lib/http/planted.ts", "// @ts-ignore\nexport {};", "@ts-expect-error", "// @ts-expect-error the library's types lag behind\nexport {};"],
  ["any", "lib/http/planted.ts", "export const x: any = 1;", "Unexpected any", "export const x: unknown = 1;"],
];

it.each(planted)("%s: a planted violation is refused and taught", async (_name, file, refused, lesson, allowed) => {
  expect(await lint(file, refused)).toContainEqual(expect.stringContaining(lesson));
  expect(await lint(file, allowed)).toEqual([]);
});

it.each([
  ["the clock asks the system", "lib/platform/clock.ts", "export const now = Date.now();"],
  ["the configuration reads the environment", "lib/config.ts", "export const port = process.env.PORT;"],
  ["scripts read the environment and print", "scripts/planted.mjs", "console.log(process.env.PORT);"],
  ["the server prints", "server.ts", 'console.log("ready");'],
  ["the database adapter opens the database", "lib/platform/database.ts", 'import pg from "pg"; export const pool = new pg.Pool();'],
  ["the browser library calls the service", "lib/client/service.ts", 'export const reply = fetch("/v2");'],
  ["a test connects to what it started", "lib/http/planted.test.ts", 'export const reply = fetch("http://127.0.0.1");'],
  ["test support reads the environment", "tests/support/planted.ts", "export const url = process.env.TEST_DATABASE_URL;"],
  ["a page has a default export", "app/docs/page.tsx", "export default function Page() { return null; }"],
])("%s", async (_name, file, code) => {
  expect(await lint(file, code)).toEqual([]);
});

it("names only files that exist as those that open connections", () => {
  expect(Object.keys(connectingFiles).filter((file) => !existsSync(file))).toEqual([]);
});
