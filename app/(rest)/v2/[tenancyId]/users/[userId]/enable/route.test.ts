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
  path: "users/x/enable",
  allow: "POST",
  body: { reason: "lost phone" },
  scope: "users:manage",
  lacking: "users:write",
});

test("enables a disabled user, with or without a reason", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { sub } = (await register(tenancy, phone, { userId: "ada" })).principal;
  for (const body of [undefined, { reason: "phone found" }]) {
    run.current.clock.advance(1);
    await call("POST", "users/ada/disable", { reason: "lost phone" });
    expect(await call("POST", "users/ada/enable", body)).toMatchObject({
      status: 200,
      body: { _tag: "User", user: { sub, enabled: true } },
    });
  }
  const begun = await beginAuthentication(tenancy);
  expect((await finishAuthentication(tenancy, phone, begun)).status).toBe(200);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetId: sub, action: "user.enabled" },
      orderBy: { id: "asc" },
    }),
  ).toMatchObject([{ reason: null }, { reason: "phone found" }]);
  expect((await call("POST", "users/bob/enable")).status).toBe(404);
});
