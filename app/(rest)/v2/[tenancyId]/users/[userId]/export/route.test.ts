import { expect, test } from "vitest";
import type { UserExportLine } from "@/lib/contract/user-export";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { challengeOf } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "users/x/export",
  allow: "GET, HEAD",
  scope: "users:export",
  lacking: "users:list",
});

test("exports the user, events and an end, by either id, and audits it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const { sub, authenticatorId } = (await register(tenancy, device, { userId: "ada" })).principal;
  const { secret, code } = await challengeOf(tenancy, { email: "ada@example.com", userId: "ada" });
  const { status, headers, text } = await call("GET", "users/ada/export");
  expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as UserExportLine);
  expect(lines[0]).toMatchObject({
    _tag: "ExportedUser",
    user: { sub, userId: "ada", email: "ada@example.com" },
    passkeys: [{ id: authenticatorId }],
    challenges: [{ email: "ada@example.com" }],
    emails: [{}],
  });
  expect(lines.at(-1)).toEqual({ _tag: "UserExportEnd", events: lines.length - 2 });
  expect(lines.slice(1, -1)).toContainEqual({
    _tag: "ExportedAuditEvent",
    event: expect.objectContaining({ action: "user.created", targetId: sub }) as object,
  });
  for (const hidden of [secret, code, "secretHash", "codeMac", "sealed", tenancy.id])
    expect(text).not.toContain(hidden);
  expect((await call("GET", `users/${sub}/export`)).status).toBe(200);
  expect(
    await run.current.db.auditEvent.count({
      where: { tenancyId: tenancy.id, targetId: sub, action: "user.exported" },
    }),
  ).toBe(2);
});

test("returns NotFound for an unknown user before the first line", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  expect(await call("GET", "users/ada/export")).toMatchObject({
    status: 404,
    body: { _tag: "@error/NotFound" },
  });
});
