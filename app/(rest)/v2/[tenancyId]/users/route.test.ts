import { describe, expect, test } from "vitest";
import type { UserRecord } from "@/lib/contract/user-record";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const allow = "GET, HEAD, POST";

interface Page {
  cursor: string | null;
  records: UserRecord[];
  truncated?: true;
}

async function open(overrides = {}) {
  const tenancy = await createTestTenancy(run.current, {}, overrides);
  const call = await callerWith(tenancy);
  const ask = (query = "") => call("GET", `users?${query}`);
  const page = async (query = "") => {
    const { status, body } = await ask(query);
    expect([status, body._tag]).toEqual([200, "Users"]);
    return body as unknown as Page;
  };
  const subs = async (query = "") => (await page(query)).records.map(({ sub }) => sub);
  const create = async (body: object) => {
    run.current.clock.advance(1);
    return call("POST", "users", body);
  };
  const subOf = async (body: object) =>
    ((await create(body)).body["user"] as UserRecord | undefined)?.sub ?? "";
  return { tenancy, call, ask, page, subs, create, subOf };
}

/** Inserts users as rows, for what needs many. Returns their subs, newest first. */
async function fill({ id: tenancyId }: TestTenancy, count: number): Promise<string[]> {
  const now = new Date(run.current.clock.now());
  const subs = Array.from({ length: count }, () => {
    run.current.clock.advance(1);
    return run.current.createId();
  });
  await run.current.db.user.createMany({
    data: subs.map((sub) => ({
      tenancyId,
      sub,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    })),
  });
  return subs.reverse();
}

describe("GET", () => {
  testKeyRoute(run, {
    method: "GET",
    path: "users",
    allow,
    scope: "users:list",
    lacking: "users:read",
  });

  test("lists users, newest first, with only their declared fields", async () => {
    const { tenancy, page, subOf } = await open();
    const { principal } = await register(tenancy, device(), { userId: "ada", givenName: "Ada" });
    const second = await subOf({});
    const { cursor, records } = await page();
    expect(cursor).toBeNull();
    expect(records).toEqual([
      {
        sub: second,
        email: "",
        givenName: "",
        familyName: "",
        emailVerified: false,
        enabled: true,
        createdAt: run.current.clock.now(),
        passkeys: 0,
      },
      {
        sub: principal.sub,
        userId: "ada",
        email: "ada@example.com",
        givenName: "Ada",
        familyName: "",
        emailVerified: false,
        enabled: true,
        createdAt: run.current.clock.now() - 1,
        passkeys: 1,
      },
    ]);
  });

  test("pages return every user once, under inserts and erasures", async () => {
    const { tenancy, call, page, create } = await open();
    const staying = await fill(tenancy, 45);
    const [doomed = ""] = await fill(tenancy, 1);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next: Page = await page(`limit=7${cursor === undefined ? "" : `&cursor=${cursor}`}`);
      seen.push(...next.records.map(({ sub }) => sub));
      cursor = next.cursor;
      await create({});
      await call("DELETE", `users/${doomed}`);
    }
    expect(seen).toEqual([doomed, ...staying]);
  });

  test("filters by state and passkeys, which are part of the cursor", async () => {
    const { tenancy, ask, page, subs, subOf } = await open();
    const { sub } = (await register(tenancy, device(), { userId: "ada" })).principal;
    const [one, two] = [await subOf({}), await subOf({})];
    await setUserDisabled(tenancy.ctx, one, true, "test");
    expect(await subs("enabled=false")).toEqual([one]);
    expect(await subs("enabled=true")).toEqual([two, sub]);
    expect(await subs("hasPasskeys=true")).toEqual([sub]);
    expect(await subs("hasPasskeys=false")).toEqual([two, one]);
    expect(await subs("hasPasskeys=false&enabled=true")).toEqual([two]);
    const { cursor } = await page("enabled=true&limit=1");
    expect(await subs(`cursor=${cursor}`)).toEqual([sub]);
    expect(await subs(`cursor=${cursor}&enabled=true`)).toEqual([sub]);
    for (const [filter, path] of [
      ["enabled=false", "enabled"],
      ["hasPasskeys=true", "hasPasskeys"],
      ["query=ada", "cursor"],
      ["email=ada@example.com", "cursor"],
      ["userId=ada", "cursor"],
    ])
      expect(await ask(`cursor=${cursor}&${filter}`)).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
  });

  test("finds one user by userId, sub or owned email, never by a claimed one", async () => {
    const { tenancy, subs, subOf } = await open();
    const ada = await subOf({ userId: "ada", email: "Ada@example.com" });
    const bob = await subOf({});
    await registerSelf(tenancy, device(), { email: "claimed@example.com" });
    expect(await subs("userId=ada")).toEqual([ada]);
    expect(await subs(`userId=${bob}`)).toEqual([bob]);
    // Known by an id of the application, so the sub selects nothing (contract §5).
    expect(await subs(`userId=${ada}`)).toEqual([]);
    expect(await subs("email=ADA%40EXAMPLE.COM")).toEqual([ada]);
    expect(await subs("email=ada%40example.com&userId=ada&enabled=true")).toEqual([ada]);
    for (const none of [
      "email=claimed%40example.com",
      "userId=nobody",
      "email=ada%40example.com&userId=nobody",
      "email=ada%40example.com&enabled=false",
    ])
      expect(await subs(none), none).toEqual([]);
  });

  test("searches emails and names, and says when there may be more", async () => {
    const { page, subs, create, subOf } = await open();
    const ada = await subOf({ givenName: "Ada", familyName: "Lovelace" });
    const bob = await subOf({ email: "bob@lovelace.example" });
    await create({ email: "eve@example.com" });
    expect(new Set(await subs("query=lovelace"))).toEqual(new Set([ada, bob]));
    expect(await subs("query=ada%20love")).toEqual([ada]);
    expect(await page("query=lovelace")).not.toHaveProperty("truncated");
    expect(await page("query=lovelace&limit=1")).toMatchObject({ cursor: null, truncated: true });
  });

  test.each([
    ["query=ab", "query"],
    ["query=%20a%20", "query"],
    [`query=${"x".repeat(255)}`, "query"],
    ["query=abc&email=a@b.example", "cursor"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["enabled=yes", "enabled"],
    ["hasPasskeys=", "hasPasskeys"],
    [`userId=${"x".repeat(256)}`, "userId"],
    ["cursor=x", "cursor"],
    ["user_id=ada", "user_id"],
  ])("?%s returns a 400 that names it", async (query, path) => {
    const { ask } = await open();
    expect(await ask(query)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  test.each([
    ["email=", "must not be empty"],
    ["email=%20", "must not be empty"],
    ["email=nonsense", "must be one email address"],
    ["email=ada@example.com,eve@example.com", "must be one email address"],
    ["email=ada+tag@example.com", "contains a space. Send a plus sign as %2B"],
    ["email=+ada@example.com&userId=ada", "contains a space. Send a plus sign as %2B"],
  ])("?%s returns a 400 that says what is wrong with the email", async (query, message) => {
    const { ask, subOf } = await open();
    await subOf({ userId: "ada", email: "ada@example.com" });
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: "email", message }] },
    });
  });

  test("takes no cursor of another tenancy or another list", async () => {
    const { tenancy, call, ask, page } = await open();
    const other = await open();
    await register(tenancy, device(), { userId: "ada" });
    await register(tenancy, device(), { userId: "ada" });
    await fill(tenancy, 2);
    const { cursor } = await page("limit=1");
    const { body } = await tenancy.backend("GET", "passkeys?limit=1");
    for (const reply of [
      await other.ask(`cursor=${cursor}`),
      await ask(`cursor=${String(body["cursor"])}`),
      await tenancy.backend("GET", `passkeys?cursor=${cursor}`),
      await call("GET", `users/ada/timeline?cursor=${cursor}`),
    ])
      expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: "cursor" }] } });
  });

  test("is no oracle for users of another tenancy", async () => {
    const { tenancy } = await open();
    const { sub } = (
      await register(tenancy, device(), { userId: "ada", username: "ada@example.com" })
    ).principal;
    const other = await open();
    const empty = { _tag: "Users", cursor: null, records: [] };
    for (const query of [
      "",
      "userId=ada",
      `userId=${sub}`,
      "email=ada%40example.com",
      "query=ada%40example",
      `query=${sub}`,
    ])
      expect((await other.ask(query)).body, query).toEqual(empty);
    expect((await other.create({ userId: "ada", email: "ada@example.com" })).status).toBe(201);
    expect((await other.create({ userId: sub })).status).toBe(201);
  });
});

describe("POST", () => {
  testKeyRoute(run, {
    method: "POST",
    path: "users",
    allow,
    body: { userId: "ada" },
    scope: "users:manage",
    lacking: "users:write",
  });

  test("creates a user who owns the email and gets the passkey of the first registration", async () => {
    const { tenancy, create } = await open();
    const claim = await registerSelf(tenancy, device(), { email: "ada@example.com" });
    const created = await create({
      userId: "ada",
      email: "Ada@example.com",
      emailVerified: true,
      givenName: "Ada",
      familyName: "Lovelace",
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        _tag: "User",
        user: {
          userId: "ada",
          email: "Ada@example.com",
          emailVerified: true,
          givenName: "Ada",
          familyName: "Lovelace",
          enabled: true,
          passkeys: 0,
          createdAt: run.current.clock.now(),
        },
      },
    });
    const { sub } = created.body["user"] as UserRecord;
    const where = { tenancyId: tenancy.id };
    expect(
      await run.current.db.user.findFirst({ where: { ...where, sub: claim.principal.sub } }),
    ).toMatchObject({ email: "" });
    expect(
      await run.current.db.auditEvent.findFirst({
        where: { ...where, targetId: sub, action: "user.created" },
      }),
    ).toMatchObject({ actorKind: "apiKey" });
    expect((await register(tenancy, device(), { userId: "ada" })).principal.sub).toBe(sub);
  });

  test.each([
    ["a taken userId", { userId: "ada" }, 409, "@error/DuplicateUser"],
    ["an owned email", { email: "ADA@example.com" }, 409, "@error/DuplicateEmail"],
    ["no address", { email: "ada" }, 400, "@error/InvalidEmail"],
    ["a verified email without one", { emailVerified: true }, 400, "@error/BadRequest"],
    ["a blank userId", { userId: " " }, 400, "@error/BadRequest"],
  ])("%s creates nothing", async (_name, body, status, tag) => {
    const { tenancy, create, subOf } = await open();
    await subOf({ userId: "ada", email: "ada@example.com" });
    expect(await create(body)).toMatchObject({ status, body: { _tag: tag } });
    expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  });

  test("refuses an application id that is a user's sub", async () => {
    const { create, subOf } = await open();
    for (const sub of [await subOf({}), await subOf({ userId: "ada" })])
      expect(await create({ userId: sub })).toMatchObject({
        status: 400,
        body: { issues: [{ path: "userId" }] },
      });
  });

  test("of 20 parallel requests for one userId and email one creates the user", async () => {
    const { create } = await open();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => create({ userId: "ada", email: "ada@example.com" })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});
