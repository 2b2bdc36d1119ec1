import { expect, test } from "vitest";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { findDisabledPasskeys, findPasskeyRecord } from "./find-passkey-record";
import { reportPasskey } from "./report-passkey";

const run = provideService();

async function open() {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada" });
  run.current.clock.advance(1_000);
  const [passkey] = await own(tenancy, 1, { userId: "ada" });
  const passkeyId = passkey?.passkeyId ?? "";
  const setEnabled = async (enabled: boolean) => {
    run.current.clock.advance(1_000);
    await tenancy.backend("PATCH", `passkeys/${passkeyId}`, { enabled });
  };
  return { tenancy, passkeyId, setEnabled };
}

/** Reports the passkey by a link of its own. */
async function report({ ctx }: TestTenancy, passkeyId: string): Promise<void> {
  run.current.clock.advance(1_000);
  const { sub } = (await findPasskeyRecord(ctx, passkeyId)) ?? { sub: "" };
  const { token } = await issueToken(ctx, {
    kind: "passkeyReport",
    payload: { sub, passkeyId },
    passkeyId,
    lifetimeMs: 60_000,
    apiKeyId: null,
  });
  await reportPasskey(ctx, token);
}

async function disabling({ ctx }: TestTenancy, passkeyId: string) {
  const record = await findPasskeyRecord(ctx, passkeyId);
  const [found] = await findDisabledPasskeys(ctx, record === null ? [] : [record]);
  return { by: found?.by, reason: found?.record.disabledReason };
}

test("a reported passkey doesn't name who disabled it earlier", async () => {
  const { tenancy, passkeyId, setEnabled } = await open();
  await setEnabled(false);
  expect((await disabling(tenancy, passkeyId)).by).toEqual({
    kind: "apiKey",
    name: expect.any(String),
  });
  await setEnabled(true);
  await report(tenancy, passkeyId);
  expect(await disabling(tenancy, passkeyId)).toEqual({ by: null, reason: "Reported by the user" });
});

test("a report or a second disabling of a disabled passkey doesn't replace who disabled it", async () => {
  const { tenancy, passkeyId, setEnabled } = await open();
  await setEnabled(false);
  const { by } = await disabling(tenancy, passkeyId);
  await report(tenancy, passkeyId);
  const { key } = await tenancy.createKey({ name: "Other" });
  await tenancy.backend(
    "PATCH",
    `passkeys/${passkeyId}`,
    { enabled: false },
    {
      authorization: `Bearer ${key}`,
    },
  );
  expect((await disabling(tenancy, passkeyId)).by).toEqual(by);
});

test("a record names the user, also without an email", async () => {
  const { tenancy, passkeyId } = await open();
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: { givenName: "Edsger", familyName: "Perlman" },
  });
  expect((await findPasskeyRecord(tenancy.ctx, passkeyId))?.userName).toBe("Edsger Perlman");
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: { givenName: "", familyName: "" },
  });
  expect((await findPasskeyRecord(tenancy.ctx, passkeyId))?.userName).toBe("");
});
