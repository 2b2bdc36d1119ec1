import { describe, expect, test } from "vitest";
import {
  lockApiKey,
  revokeApiKey,
  unlockApiKey,
} from "@/lib/domain/access/api-key/set-api-key-state";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { consumeToken } from "./consume-token";
import { issueToken } from "./issue-token";

const run = provideService();
const invalid = { status: 400, body: { _tag: "@error/InvalidToken" } };

/** Issues a token under the tenancy's key. Returns a function that uses it as a page does. */
async function authorized(tenancy: TestTenancy, kind: "registration" | "authentication") {
  if (kind === "authentication")
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  const { body } = await tenancy.backend(
    "POST",
    `passkey/${kind}/authorize`,
    kind === "registration" ? { username: "ada" } : { discoverable: true },
  );
  const token = { [`${kind}Token`]: body[`${kind}Token`] };
  return () => tenancy.browser("POST", `passkey/${kind}/options`, token);
}

describe.each(["registration", "authentication"] as const)("a %s token", (kind) => {
  test("is invalid while its key is locked, and valid again afterwards", async () => {
    const tenancy = await createTestTenancy(run.current);
    const use = await authorized(tenancy, kind);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect(await use()).toMatchObject(invalid);
    await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect((await use()).status).toBe(200);
    expect(await use()).toMatchObject(invalid);
  });

  test("is invalid after its key is revoked, and one of another key is not", async () => {
    const tenancy = await createTestTenancy(run.current);
    const use = await authorized(tenancy, kind);
    const other = await tenancy.createKey();
    const { body } = await tenancy.backend(
      "POST",
      "passkey/registration/authorize",
      { username: "eve" },
      { authorization: `Bearer ${other.key}` },
    );
    await revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect(await use()).toMatchObject(invalid);
    expect(
      (
        await tenancy.browser("POST", "passkey/registration/options", {
          registrationToken: body["registrationToken"],
        })
      ).status,
    ).toBe(200);
  });
});

test("a session is invalid while the key that authorized it is locked", async () => {
  const tenancy = await createTestTenancy(run.current);
  const options = await (await authorized(tenancy, "registration"))();
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const response = device.register(
    options.body["optionsJSON"] as Parameters<typeof device.register>[0],
  );
  await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
  const verify = () =>
    tenancy.browser("POST", "passkey/registration/verification", {
      sessionToken: options.body["sessionToken"],
      response,
    });
  expect(await verify()).toMatchObject(invalid);
  await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
  expect((await verify()).status).toBe(200);
});

test("stores only the token's hash, and lets one of 50 concurrent requests consume it", async () => {
  const { ctx, id } = await createTestTenancy(run.current);
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "authentication",
    payload: { x: 1 },
    lifetimeMs: 1_000,
    apiKeyId: null,
  });
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(expiresAt).toBe(run.current.clock.now() + 1_000);
  const row = await run.current.db.oneTimeToken.findFirstOrThrow({ where: { tenancyId: id } });
  expect(row.hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(token);
  run.current.clock.advance(999);
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => consumeToken(ctx, "authentication", token)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toEqual([
    { status: "fulfilled", value: { payload: { x: 1 }, apiKeyId: null } },
  ]);
  for (const result of results)
    if (result.status === "rejected")
      expect(result.reason).toMatchObject({ tag: "@error/InvalidToken" });
});
