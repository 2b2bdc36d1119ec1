import { expect, test } from "vitest";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const assign = (tenancy: TestTenancy, code: string, userId: string) =>
  tenancy.backend("POST", `principal/${code}`, { userId });
const passkeysOf = ({ id: tenancyId }: TestTenancy, sub: string) =>
  run.current.db.passkey.count({ where: { tenancyId, sub } });

test("keeps a self-service user who has another passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, device(), { userId: "ada", username: "ada" });
  const phone = device();
  const laptop = device();
  const stray = await registerSelf(tenancy, phone, { username: "ada" });
  const { sub } = stray.principal;
  await register(tenancy, laptop, { userId: sub, username: "ada" });
  expect(await passkeysOf(tenancy, sub)).toBe(2);
  expect((await assign(tenancy, stray.code, "ada")).status).toBe(200);
  expect(await passkeysOf(tenancy, sub)).toBe(1);
  expect((await authenticate(tenancy, laptop)).principal.sub).toBe(sub);
  expect((await authenticate(tenancy, phone)).principal.userId).toBe("ada");
});

test("exchanges a code from before the move for the passkey's current user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const carrier = await register(tenancy, device(), { userId: "ada", username: "ada" });
  const phone = device();
  const stray = await registerSelf(tenancy, phone, { username: "ada" });
  const earlier = await authenticate(tenancy, phone);
  await assign(tenancy, stray.code, "ada");
  expect((await tenancy.backend("GET", `principal/${earlier.code}`)).body).toMatchObject({
    sub: carrier.principal.sub,
    userId: "ada",
  });
});

test("audits a move and the deleted user, and does not move to the same id", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const first = await register(tenancy, phone, { userId: "ada", username: "ada" });
  const actions = async (targetId: string) =>
    (
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, targetId },
        orderBy: { id: "asc" },
      })
    ).map(({ action }) => action);
  expect((await assign(tenancy, first.code, "ada")).body).toMatchObject({
    sub: first.principal.sub,
  });
  expect(await actions(first.principal.authenticatorId)).not.toContain("passkey.moved");
  const stray = await registerSelf(tenancy, device(), { username: "ada" });
  await assign(tenancy, stray.code, "ada");
  expect(await actions(stray.principal.authenticatorId)).toContain("passkey.moved");
  expect(await actions(stray.principal.sub)).toContain("user.deleted");
});

test("a refused assignment changes neither code, passkey nor users", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 1 });
  await register(tenancy, device(), { userId: "ada", username: "ada" });
  const stray = await registerSelf(tenancy, device(), { username: "eve" });
  const state = async () => {
    const where = { tenancyId: tenancy.id };
    const passkeys = await run.current.db.passkey.findMany({
      where,
      select: { id: true, sub: true },
      orderBy: { id: "asc" },
    });
    return [
      passkeys,
      await run.current.db.user.findMany({ where, orderBy: { sub: "asc" } }),
      await run.current.db.auditEvent.count({ where }),
    ];
  };
  const before = await state();
  expect((await assign(tenancy, stray.code, "ada")).status).toBe(400);
  expect(await state()).toEqual(before);
  expect((await tenancy.backend("GET", `principal/${stray.code}`)).status).toBe(200);
});

test.each([
  "registration",
  "registrationSession",
  "authentication",
  "authenticationSession",
] as const)("rejects a %s token as a code, even with a passkey", async (kind) => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device());
  const code = await run.current.db.oneTimeToken.findFirstOrThrow({
    where: { tenancyId: tenancy.id, kind: "code" },
  });
  const { token } = await issueToken(tenancy.ctx, {
    kind,
    payload: code.payload as object,
    lifetimeMs: 60_000,
    apiKeyId: null,
  });
  await run.current.db.oneTimeToken.updateMany({
    where: { tenancyId: tenancy.id, kind, consumedAt: null },
    data: { passkeyId: principal.authenticatorId, sub: principal.sub },
  });
  for (const path of [`principal/${token}`, `/${tenancy.id}/token/${token}`])
    expect((await tenancy.backend("GET", path)).body._tag).toBe("@error/InvalidCode");
  expect(
    await run.current.db.oneTimeToken.count({
      where: { tenancyId: tenancy.id, kind, consumedAt: null },
    }),
  ).toBe(1);
});
