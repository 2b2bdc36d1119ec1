import { describe, expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();
const path = "users/x/passkeys";
const allow = "PATCH, DELETE";

describe("PATCH", () =>
  testKeyRoute(run, { method: "PATCH", path, allow, body: { username: "ada" } }));
describe("DELETE", () => testKeyRoute(run, { method: "DELETE", path, allow }));

const rename = (tenancy: TestTenancy, userId: string, body: object) =>
  tenancy.backend("PATCH", `users/${encodeURIComponent(userId)}/passkeys/`, body);
const remove = (tenancy: TestTenancy, userId: string, body?: object) =>
  tenancy.backend("DELETE", `users/${encodeURIComponent(userId)}/passkeys`, body);
const idsIn = (list: unknown) => (list as { id: string; _tag: string }[]).map(({ id }) => id);
const notFound = { status: 404, body: { _tag: "@error/NotFound" } };

async function twoUsers() {
  const tenancy = await createTestTenancy(run.current);
  const ada = await own(tenancy, 1);
  run.current.clock.advance(1);
  ada.push(...(await own(tenancy, 1)));
  const bob = await own(tenancy, 1, { username: "bob" });
  return { tenancy, ada: ada.map(({ passkeyId }) => passkeyId).reverse(), bob: bob[0] };
}

test("PATCH renames all passkeys of the user and no others, newest first", async () => {
  const { tenancy, ada, bob } = await twoUsers();
  const { status, body } = await rename(tenancy, "ada", { username: "lovelace" });
  expect([status, body._tag, idsIn(body["updated"])]).toEqual([202, "UpdatedPasskeys", ada]);
  expect(body["updated"]).toMatchObject([
    { _tag: "Passkey", credential: { username: "lovelace" } },
    { credential: { username: "lovelace" } },
  ]);
  expect((await tenancy.backend("GET", `passkeys/${bob?.passkeyId}`)).body).toMatchObject({
    credential: { username: "bob" },
  });
});

test("DELETE deletes all passkeys of the user and no others, and ignores a body", async () => {
  const { tenancy, ada, bob } = await twoUsers();
  const { status, body } = await remove(tenancy, "ada", { userId: "bob" });
  expect([status, body._tag, idsIn(body["deleted"])]).toEqual([202, "DeletedPasskeys", ada]);
  expect((await tenancy.backend("GET", "passkeys")).body["records"]).toMatchObject([
    { id: bob?.passkeyId },
  ]);
  expect(await remove(tenancy, "ada")).toMatchObject(notFound);
  expect(await rename(tenancy, "ada", { username: "x" })).toMatchObject(notFound);
});

test("finds a user without a user id by sub, and no other", async () => {
  const { tenancy, bob } = await twoUsers();
  const ada = await run.current.db.user.findFirstOrThrow({
    where: { tenancyId: tenancy.id, userId: "ada" },
  });
  expect((await rename(tenancy, bob?.sub ?? "", { username: "bobby" })).status).toBe(202);
  for (const userId of [ada.sub, "nobody", "a/../b", "ADA"]) {
    expect(await rename(tenancy, userId, { username: "x" })).toMatchObject(notFound);
    expect(await remove(tenancy, userId)).toMatchObject(notFound);
  }
});

test.each(["a/b", "ada@example.com", "ü ☃", "%2F", "?x=1#y"])(
  "accepts a user id like %s in the path",
  async (userId) => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 1, { userId });
    expect((await rename(tenancy, userId, { username: "x" })).body["updated"]).toMatchObject([
      { userId },
    ]);
    expect((await remove(tenancy, userId)).body["deleted"]).toHaveLength(1);
  },
);

test.each([
  ["no username", {}, "username"],
  ["an empty one", { username: "" }, "username"],
  ["one of 255 characters", { username: "x".repeat(255) }, "username"],
])("%s returns 400", async (_name, body, place) => {
  const { tenancy } = await twoUsers();
  const reply = await rename(tenancy, "ada", body);
  expect(reply.status).toBe(400);
  expect((reply.body["issues"] as { path: string }[])[0]?.path).toBe(place);
});

test("concurrent renames and deletions of the same passkeys do not deadlock", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owned = await own(tenancy, 10);
  const ids = owned.map(({ passkeyId }) => passkeyId);
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      if (index % 3 === 0) return rename(tenancy, "ada", { username: `ada ${index}` });
      if (index % 3 === 1)
        return tenancy.backend("POST", "passkeys/delete", {
          passkeyIds: index % 2 === 0 ? ids.slice(5) : [...ids.slice(5)].reverse(),
        });
      return tenancy.backend("PATCH", `passkeys/${ids[index % 10]}`, {
        userId: "ada",
        username: `x ${index}`,
      });
    }),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202, 404]));
  expect((await tenancy.backend("GET", "passkeys?userId=ada")).body["records"]).toHaveLength(5);
});
