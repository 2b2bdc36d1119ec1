import { expect, test } from "vitest";
import { createTestOperator } from "@/lib/testing/test-operator";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { own } from "@/tests/support/vault-rules";
import { listKeysToRotate, nameRecentUsers, search } from "./actions";

const run = provideService();

async function createVault() {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada" });
  const user = await run.current.db.user.findFirstOrThrow({
    where: { tenancyId: tenancy.id, userId: "ada" },
  });
  const key = await run.current.db.apiKey.findFirstOrThrow({ where: { tenancyId: tenancy.id } });
  return { tenancy, user, key };
}

test("finds a passkey, a key and an audit event by id, in its tenancy only", async () => {
  const { tenancy, key } = await createVault();
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const stranger = await createTestOperator(run.current, { tenancyId: other.id });
  const passkey = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  const event = await run.current.db.auditEvent.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  for (const [id, kind] of [
    [passkey.id, "passkey"],
    [key.id, "api-key"],
    [event.id, "audit-event"],
  ] as const) {
    const found = await owner.as(() => search(tenancy.id, { text: id.toUpperCase() }));
    expect(found).toMatchObject({ ok: true, value: { kinds: [kind] } });
    const elsewhere = await stranger.as(() => search(other.id, { text: id }));
    expect(elsewhere).toMatchObject({ ok: true, value: { users: [], kinds: [] } });
  }
});

test("support does not find keys, which it may not read", async () => {
  const { tenancy, key } = await createVault();
  const support = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "support" });
  expect(await support.as(() => search(tenancy.id, { text: key.id }))).toMatchObject({
    ok: true,
    value: { kinds: [] },
  });
  expect(await support.as(() => listKeysToRotate(tenancy.id, {}))).toMatchObject({ ok: false });
});

test("names users of the tenancy only, and leaves out erased ones", async () => {
  const { tenancy, user } = await createVault();
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const stranger = await createTestOperator(run.current, { tenancyId: other.id });
  const subs = [user.sub, "01kb3m9p7qr5s8t2v4w6x1y3za"];
  expect(await owner.as(() => nameRecentUsers(tenancy.id, { subs }))).toEqual({
    ok: true,
    value: [{ sub: user.sub, email: user.email, name: "", userId: "ada" }],
  });
  expect(await stranger.as(() => nameRecentUsers(other.id, { subs }))).toEqual({
    ok: true,
    value: [],
  });
});
