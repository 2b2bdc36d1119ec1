import { describe, expect, test } from "vitest";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { limits } from "@/lib/limits";
import { newMailbox } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

const operations: [path: string, body: () => object][] = [
  ["challenges", () => ({ purpose: "login", email: newMailbox() })],
  ["challenges", () => ({ purpose: "login", email: newMailbox(), invalidateOthers: true })],
  ["passkey/registration/authorize", () => ({ username: newMailbox() })],
  ["passkey/authentication/authorize", () => ({ discoverable: true })],
  ["users", () => ({ userId: newMailbox(), email: newMailbox() })],
  ["webhooks", () => ({ name: newMailbox(), url: "https://app.example.com/" })],
];

/** A tenancy whose key can call all of them. */
async function open(): Promise<TestTenancy> {
  const tenancy = await createTestTenancy(run.current);
  const { id: apiKeyId, key } = await tenancy.createKey({
    scopes: ["*", "users:manage", "webhooks:write"],
  });
  return {
    ...tenancy,
    apiKeyId,
    backend: (method, path, body, headers) =>
      tenancy.backend(method, path, body, { authorization: `Bearer ${key}`, ...headers }),
  };
}

/** Counts what the operations write. */
async function effectsOf({ id }: TestTenancy) {
  const where = { tenancyId: id };
  const { db } = run.current;
  const counts = await Promise.all([
    db.user.count({ where }),
    db.challenge.count({ where }),
    db.outboxEmail.count({ where }),
    db.oneTimeToken.count({ where }),
    db.webhook.count({ where }),
  ]);
  return counts.filter((count) => count > 0);
}

const send = (tenancy: TestTenancy, path: string, body: object, key = "retried") =>
  tenancy.backend("POST", path, body, { "idempotency-key": key });

describe.each(operations)("POST %s with %j", (path, bodyOf) => {
  test("of a hundred copies at once, one has an effect; the others wait or get its reply", async () => {
    const tenancy = await open();
    const body = bodyOf();
    const replies = await Promise.all(Array.from({ length: 100 }, () => send(tenancy, path, body)));
    const succeeded = replies.filter(({ status }) => status !== 409);
    for (const { status, headers } of replies.filter((reply) => !succeeded.includes(reply)))
      expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
    const [first] = succeeded.filter(({ headers }) => !headers.has("idempotency-replayed"));
    for (const { body } of succeeded) expect(body).toEqual(first?.body);
    expect(await effectsOf(tenancy)).toSatisfy((counts: number[]) =>
      counts.every((count) => count === 1),
    );
    const retry = await send(tenancy, path, body);
    expect(retry.headers.get("idempotency-replayed")).toBe("true");
    expect([retry.status, retry.body]).toEqual([first?.status, first?.body]);
  });

  test("with different keys at once, each has its effect", async () => {
    const tenancy = await open();
    const copies = path === "webhooks" ? limits.webhooks : 20;
    const replies = await Promise.all(
      Array.from({ length: copies }, (_, index) => send(tenancy, path, bodyOf(), `key ${index}`)),
    );
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(copies);
    expect((await effectsOf(tenancy))[0]).toBe(copies);
  });

  test("a locked key replays nothing", async () => {
    const tenancy = await open();
    const body = bodyOf();
    await send(tenancy, path, body);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect((await send(tenancy, path, body)).status).toBe(403);
  });
});

test("codes that invalidate each other, requested with different keys at once, leave one pending", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 100 });
  const body = { purpose: "login", email: newMailbox(), invalidateOthers: true };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(tenancy, "challenges", body, `key ${index}`)),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  const where = { tenancyId: tenancy.id, deletedAt: null };
  expect(await run.current.db.challenge.count({ where })).toBe(1);
});

test("only successes are kept: a refused request can be repeated", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
  const body = { purpose: "login", email: newMailbox() };
  expect((await send(tenancy, "challenges", body, "first")).status).toBe(201);
  expect((await send(tenancy, "challenges", body, "second")).status).toBe(429);
  await tenancy.set({ challengesPerTenMinutes: 5 });
  expect((await send(tenancy, "challenges", body, "second")).status).toBe(201);
});

test.each(["", "x".repeat(256), "ü", "a\tb"])("the key %j is refused", async (key) => {
  const tenancy = await createTestTenancy(run.current);
  const reply = await send(
    tenancy,
    "passkey/authentication/authorize",
    { discoverable: true },
    key,
  );
  expect(reply).toMatchObject({
    status: 400,
    body: { issues: [{ path: "Idempotency-Key" }] },
  });
  expect(await effectsOf(tenancy)).toEqual([]);
});

test("elsewhere the header has no effect", async () => {
  const tenancy = await createTestTenancy(run.current);
  const headers = { "idempotency-key": "x".repeat(256) };
  expect((await tenancy.backend("GET", "passkeys", undefined, headers)).status).toBe(200);
});
