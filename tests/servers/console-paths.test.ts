import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readInvitation } from "@/lib/domain/admin/operator/members/find-invitation";
import { inviteMember } from "@/lib/domain/admin/operator/members/invite-member";
import { beginLink } from "@/lib/domain/admin/operator/session/follow-link";
import { createLink, createSetUpLink } from "@/lib/domain/admin/operator/session/operator-link";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { register } from "@/testing/ceremonies";
import { openSystem } from "@/testing/operator-ceremonies";
import { createTestOperator } from "@/testing/test-operator";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, send } from "./send";
import { newDevice, throughServer } from "./server-fixture";
import { type ComparedServer, makeSecret, openProductionServer } from "./servers";

let service: TestService;
let server: ComparedServer;
let tenancy: TestTenancy;

/** Part of the tenancy's name and its users' emails. No reply to a stranger may contain it. */
const marker = "harbour-only-for-operators";

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  server = await openProductionServer({ databaseUrl, secret: makeSecret() });
  service = startTestService(databaseUrl);
  tenancy = await createTestTenancy(service, { name: marker });
  await register(throughServer(server, tenancy), newDevice(), {
    username: `${marker}@example.com`,
    userId: "ada",
  });
});

afterAll(async () => {
  await service?.close();
  await server?.stop();
});

const own = "http://console.test";

/** Sends a request and follows Next's redirect of an RSC request to the path with `_rsc`. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Reply> {
  const reply = await send(server, { method, path, headers });
  const location = reply.headers.get("location");
  if (location === null) return reply;
  const target = new URL(location, own);
  const isCacheKey =
    target.origin === own &&
    target.searchParams.has("_rsc") &&
    target.pathname === path.split("?")[0];
  return isCacheKey ? send(server, { method, path: location, headers }) : reply;
}

function expectNothing(reply: Reply): void {
  expect(reply.text).not.toContain(marker);
  expect(reply.status).toBeLessThan(500);
  const { origin, pathname } = new URL(reply.headers.get("location") ?? "/console/sign-in", own);
  expect([origin, pathname]).toEqual([own, "/console/sign-in"]);
}

describe("a console page without a session", () => {
  const pages = ["", "/users", "/passkeys", "/settings", "/audit", "/api-keys"];

  const headers = [
    ["x-middleware-subrequest", "proxy"],
    ["x-middleware-subrequest", "proxy:proxy:proxy:proxy:proxy"],
    ["x-middleware-subrequest", "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy"],
    ["x-middleware-subrequest", "middleware:middleware:middleware:middleware:middleware"],
    ["x-middleware-next", "1"],
    ["x-middleware-rewrite", "/console/sign-in"],
    ["x-middleware-override-headers", "cookie"],
    ["x-middleware-request-cookie", "keystead-operator=x"],
    ["x-nextjs-data", "1"],
    ["rsc", "1"],
    ["next-router-prefetch", "1"],
    ["next-router-segment-prefetch", "/_tree"],
    ["next-action", "00".repeat(21)],
    ["x-now-route-matches", "1=x"],
    ["x-matched-path", "/console/sign-in"],
    ["x-invoke-output", "/console/sign-in"],
  ] as const;
  test("shows nothing, whatever header is sent", async () => {
    const cases = headers.flatMap(([name, value]) =>
      pages.flatMap((page) =>
        [{}, { rsc: "1" }, { rsc: "1", "next-router-prefetch": "1" }].map(
          (more): [string, string, Record<string, string>] => [
            `${page || "/"} with ${JSON.stringify({ ...more, [name]: value })}`,
            page,
            { ...more, [name]: value },
          ],
        ),
      ),
    );
    const check = async (_name: string, page: string, sent: Record<string, string>) =>
      expectNothing(await get(`/console/${tenancy.id}${page}`, sent));
    expect(await violationsOf(cases, check)).toEqual([]);
  });

  test("shows nothing at any path, also as RSC", async () => {
    const below = [
      "/users.rsc",
      "/users.txt",
      "/users.json",
      "/users.segments/_tree.segment.rsc",
      "/users?_rsc=abc",
      "/users?nxtPtenancyId={id}",
      "/users?tenancyId={id}&__nextLocale=en",
      "//users",
      "/%2e%2e/{id}/users",
      "%2fusers",
      ";/users",
      "/users/",
      "/(operator)/users",
      "/[sub]",
    ].map((path) => `/console/{id}${path}`);
    const elsewhere = [
      "/console/[tenancyId]/users?nxtPtenancyId={id}",
      "/console/nope/users?nxtPtenancyId={id}",
      "/console/(operator)/{id}/users",
      "/_next/data/x/console/{id}/users.json",
      "/_next/../console/{id}/users",
      "/healthz/../console/{id}/users",
    ];
    const check = async (path: string) => {
      const filled = path.replaceAll("{id}", tenancy.id);
      for (const sent of [{}, { rsc: "1" }]) expectNothing(await get(filled, sent));
    };
    expect(await violationsOf([...below, ...elsewhere], check)).toEqual([]);
  });

  test("shows nothing for a malformed cookie", async () => {
    const cookies: [name: string, cookie: string][] = [
      ["an empty session", "keystead-operator="],
      ["a session that is too short", "keystead-operator=x"],
      ["an unknown session", `keystead-operator=${"a".repeat(43)}`],
      ["an escaped zero byte", "keystead-operator=%00"],
      ["a broken escape", "keystead-operator=%ff"],
      ["a name without a value", "keystead-operator"],
      ["nothing but separators", "=;=;"],
      ["4,000 characters", `keystead-operator=${"a".repeat(4_000)}`],
      ["a prototype's key", "__proto__=1; keystead-operator=x"],
    ];
    const check = async (_name: string, cookie: string) =>
      expectNothing(await get(`/console/${tenancy.id}/users`, { cookie }));
    expect(await violationsOf(cookies, check)).toEqual([]);
  });
});

test("no cache stores a console page of a signed-in operator", async () => {
  const { cookie } = await createTestOperator(service, { tenancyId: tenancy.id, role: "owner" });
  for (const page of ["", "/users", "/passkeys"]) {
    for (const headers of [{}, { rsc: "1" }]) {
      const reply = await get(`/console/${tenancy.id}${page}`, {
        ...headers,
        cookie: `keystead-operator=${cookie}`,
      });
      expect(reply.status).toBe(200);
      expect(reply.text).toContain(marker);
      expect(reply.headers.get("cache-control")).toMatch(/no-store/);
    }
  }
});

test("shows nothing to an operator of another tenancy, whatever header is sent", async () => {
  const other = await createTestTenancy(service);
  const { cookie } = await createTestOperator(service, { tenancyId: other.id, role: "owner" });
  const headers: [name: string, sent: Record<string, string>][] = [
    ["none", {}],
    ["rsc", { rsc: "1" }],
    ["a subrequest", { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" }],
  ];
  const check = async (_name: string, sent: Record<string, string>) =>
    expectNothing(
      await get(`/console/${tenancy.id}/users`, { ...sent, cookie: `keystead-operator=${cookie}` }),
    );
  expect(await violationsOf(headers, check)).toEqual([]);
});

describe("GET and HEAD don't use up the secret", () => {
  /** Opens the link's page as mail scanners do, and sends its secret in every readable place. */
  async function open(link: string): Promise<void> {
    const { pathname, hash } = new URL(link);
    const secret = hash.slice(1);
    for (const method of ["GET", "HEAD"])
      for (const path of [
        pathname,
        `${pathname}/`,
        `${pathname}?token=${secret}`,
        `${pathname}?${secret}`,
        `${pathname}/${secret}`,
      ])
        expect((await get(path, {}, method)).status, path).toBeLessThan(500);
  }

  test("of a set-up link", async () => {
    const system = await openSystem(service);
    await service.db.operator.deleteMany({ where: { tenancyId: system.tenancy.id } });
    const made = await createSetUpLink(system);
    if (made === null) throw new Error("there is an owner already");
    await open(made.link);
    expect(
      await beginLink(system, new URL(made.link).hash.slice(1), "first@example.com"),
    ).toHaveProperty("registrationToken");
  });

  test("of a recovery link", async () => {
    const system = await openSystem(service);
    const { sub } = await createTestOperator(service);
    const { link } = await createLink(system, { purpose: "recovery", sub });
    await open(link);
    expect(await beginLink(system, new URL(link).hash.slice(1))).toHaveProperty(
      "registrationToken",
    );
  });

  test("of an invitation", async () => {
    const system = await openSystem(service);
    const owner = await createTestOperator(service, { tenancyId: tenancy.id });
    await service.db.outboxEmail.deleteMany();
    await inviteMember(
      { ...tenancy.ctx, actor: { kind: "operator", id: owner.sub } },
      { email: "invited@example.com", role: "support" },
    );
    const { sealed } = await service.db.outboxEmail.findFirstOrThrow({
      where: { sealed: { not: null } },
    });
    const mail = await openEmail(service, sealed ?? "");
    if (mail.kind !== "invitation") throw new Error("the mail is no invitation");
    await open(mail.link);
    expect(await readInvitation(system, new URL(mail.link).hash.slice(1))).toMatchObject({
      email: "invited@example.com",
    });
  });
});

test("Host and X-Forwarded-Host never appear in a link, email or icon address", async () => {
  const forged = {
    host: "evil.test",
    "x-forwarded-host": "evil.test",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.test",
    "x-host": "evil.test",
  };
  const key = { authorization: `Bearer ${tenancy.apiKey}` };
  const challenge = await send(server, {
    method: "POST",
    path: `/v2/${tenancy.id}/challenges`,
    headers: { ...key, ...forged },
    body: { purpose: "sign-in", email: "ada@example.org" },
  });
  expect(challenge.status).toBe(201);
  const passkeys = await send(server, {
    method: "GET",
    path: `/v2/${tenancy.id}/passkeys/`,
    headers: { ...key, ...forged },
  });
  expect(passkeys.status).toBe(200);
  for (const { text, headers } of [
    challenge,
    passkeys,
    await get("/console", forged),
    await get(`/console/${tenancy.id}`, forged),
    await get("/", forged),
    await get("/openapi.json", forged),
  ])
    expect(`${text} ${headers.get("location") ?? ""} ${headers.get("link") ?? ""}`).not.toContain(
      "evil.test",
    );
});
