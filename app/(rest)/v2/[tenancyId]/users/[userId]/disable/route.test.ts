import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, finishAuthentication, register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "users/x/disable",
  allow: "POST",
  body: { reason: "lost phone" },
  scope: "users:manage",
  lacking: "users:write",
});

test("disables the user immediately, with the reason in the audit log", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { sub } = (await register(tenancy, phone, { userId: "ada" })).principal;
  const begun = await beginAuthentication(tenancy);
  expect(await call("POST", "users/ada/disable", { reason: "lost phone" })).toMatchObject({
    status: 200,
    body: { _tag: "User", user: { sub, enabled: false } },
  });
  expect((await finishAuthentication(tenancy, phone, begun)).status).toBe(403);
  await call("POST", `users/${sub}/disable`, { reason: "again" });
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetId: sub, action: "user.disabled" },
    }),
  ).toMatchObject([{ actorKind: "apiKey", reason: "lost phone" }]);
});

test("requires a reason and an existing user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  await call("POST", "users", { userId: "ada" });
  for (const body of [{}, { reason: " " }, { reason: "x".repeat(201) }])
    expect(await call("POST", "users/ada/disable", body)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "reason" }] },
    });
  expect((await call("POST", "users/bob/disable", { reason: "test" })).status).toBe(404);
});
