import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "passkeys/prune",
  allow: "POST",
  body: { userId: "ada" },
});

const prepare = (tenancy: TestTenancy, body: object) =>
  tenancy.backend("POST", "passkeys/prune/", body);
const vaultOf = async ({ id: tenancyId }: TestTenancy) => {
  const { db } = run.current;
  return [
    await db.passkey.findMany({ where: { tenancyId }, omit: { signCount: true } }),
    await db.user.findMany({ where: { tenancyId } }),
    await db.auditEvent.count({ where: { tenancyId } }),
  ];
};

test("returns a token, and changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 2);
  const before = await vaultOf(tenancy);
  const { status, body } = await prepare(tenancy, { userId: "ada" });
  expect(status).toBe(202);
  expect(body).toEqual({
    _tag: "PreparedPasskeyPruning",
    prunePasskeysToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
    expiresAt: run.current.clock.now() + 600_000,
    warnings: [],
  });
  expect(await vaultOf(tenancy)).toEqual(before);
});

test("succeeds with a warning for an unknown user and a user without an enabled passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [owned] = await own(tenancy, 1);
  await tenancy.backend("PATCH", `passkeys/${owned?.passkeyId}`, { enabled: false });
  for (const userId of ["ada", "nobody"])
    expect(await prepare(tenancy, { userId })).toMatchObject({
      status: 202,
      body: { warnings: [{ code: "NO_PASSKEYS_FOUND" }] },
    });
});

test("returns 400 without a user", async () => {
  expect(await prepare(await createTestTenancy(run.current), {})).toMatchObject({
    status: 400,
    body: { issues: [{ path: "userId" }] },
  });
});
