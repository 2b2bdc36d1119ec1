import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const randomCode = () => randomBytes(32).toString("base64url");

test("10,000 random codes get byte-identical replies and write nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { code } = await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  const { db } = run.current;
  const rows = async () => [
    await db.oneTimeToken.count(),
    await db.auditEvent.count(),
    await db.limitCounter.count(),
    await db.user.count(),
  ];
  const before = await rows();
  const replies = new Set<string>();
  for (let sent = 0; sent < 10_000; sent += 100) {
    const batch = await Promise.all(
      Array.from({ length: 100 }, () => tenancy.backend("GET", `principal/${randomCode()}`)),
    );
    for (const { status, headers, text } of batch)
      replies.add(
        JSON.stringify([status, text, [...headers].filter(([name]) => name !== "x-request-id")]),
      );
  }
  expect([...replies]).toHaveLength(1);
  expect([...replies][0]).toContain("@error/InvalidCode");
  expect(await rows()).toEqual(before);
  expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
});

test("rejects a truncated, extended or differently cased code, and keeps the code valid", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { code } = await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  for (const near of [
    code.slice(0, -1),
    code.slice(1),
    `${code}A`,
    `${code}=`,
    code.toUpperCase(),
    code.toLowerCase(),
    ` ${code}`,
  ])
    expect(
      await tenancy.backend("GET", `principal/${encodeURIComponent(near)}`),
      near,
    ).toMatchObject({ status: 404, body: { _tag: "@error/InvalidCode" } });
  expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
});
