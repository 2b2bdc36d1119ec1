import { expect, test } from "vitest";
import { register } from "@/testing/ceremonies";
import { newDevice } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";
import { violationsOf } from "@/testing/violations";

const run = provideService();
const faulty = [".", "..", " ada", "ada ", "\u00a0ada", "ada\n", "a\tb", "a\u0000b", "a\u0085b"];

/** Each way to store an application id that no user has. */
async function ways(tenancy: TestTenancy) {
  const call = await callerWith(tenancy);
  const { principal } = await register(tenancy, newDevice(), { userId: "ada" });
  const { code } = await register(tenancy, newDevice(), { username: "bob" });
  return {
    "POST registration/authorize": (userId: string) =>
      tenancy.backend("POST", "passkey/registration/authorize", { username: "eve", userId }),
    "PATCH passkeys": (userId: string) =>
      tenancy.backend("PATCH", `passkeys/${principal.authenticatorId}`, { userId }),
    "POST principal": (userId: string) => tenancy.backend("POST", `principal/${code}`, { userId }),
    "POST users": (userId: string) => call("POST", "users", { userId }),
    "PATCH users": (userId: string) => call("PATCH", `users/${principal.sub}`, { userId }),
  };
}

test("a faulty id is refused wherever a new one is stored", async () => {
  const tenancy = await createTestTenancy(run.current);
  const cases = Object.entries(await ways(tenancy)).flatMap(([way, store]) =>
    faulty.map((userId) => [`${way} ${JSON.stringify(userId)}`, store, userId] as const),
  );
  const violations = await violationsOf(cases, async (_name, store, userId) => {
    const { status, body } = await store(userId);
    expect([status, body["_tag"]]).toEqual([400, "@error/BadRequest"]);
  });
  expect(violations).toEqual([]);
});

test("a stored one still selects its user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, newDevice(), { userId: "ada" });
  const { tenancy: where } = tenancy.ctx;
  const key = { tenancyId_sub: { tenancyId: where.id, sub: principal.sub } };
  await run.current.db.user.update({ where: key, data: { userId: ".." } });
  expect((await register(tenancy, newDevice(), { userId: ".." })).principal.sub).toBe(
    principal.sub,
  );
  expect((await tenancy.backend("GET", "passkeys?userId=..")).body["records"]).toHaveLength(2);
});
