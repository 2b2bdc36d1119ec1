import { expect, test } from "vitest";
import { z } from "zod";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { createChallenge } from "@/testing/challenge-rules";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
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

test("a found user says whether it is disabled", async () => {
  const { tenancy, user } = await createVault();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const find = () => owner.as(() => search(tenancy.id, { text: user.email }));
  expect(await find()).toMatchObject({ ok: true, value: { users: [{ isDisabled: false }] } });
  await run.current.db.user.update({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub: user.sub } },
    data: { disabledAt: new Date(run.current.clock.now()) },
  });
  expect(await find()).toMatchObject({ ok: true, value: { users: [{ isDisabled: true }] } });
});

test("a found user says how many passkeys are disabled or quarantined", async () => {
  const { tenancy, user } = await createVault();
  await own(tenancy, 2, { userId: "ada" });
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const [one, two] = await run.current.db.passkey.findMany({ where: { tenancyId: tenancy.id } });
  const update = (
    id: string | undefined,
    data: { disabledAt: Date } | { quarantinedUntil: Date },
  ) => run.current.db.passkey.updateMany({ where: { tenancyId: tenancy.id, id: id ?? "" }, data });
  await update(one?.id, { disabledAt: new Date(run.current.clock.now()) });
  await update(two?.id, { quarantinedUntil: new Date(run.current.clock.now() + 1_000) });
  expect(await owner.as(() => search(tenancy.id, { text: user.email }))).toMatchObject({
    ok: true,
    value: { users: [{ passkeys: 3, disabledPasskeys: 1, quarantinedPasskeys: 1 }] },
  });
});

test("counts the matches that it doesn't show, and suggests users for a mistyped address", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 52,
    passkeys: 1,
    rareEvery: 10,
  });
  const find = (text: string) => owner.as(() => search(tenancy.id, { text }));
  const emails = (numbers: number[]) =>
    numbers.map((at) => ({ email: `person-${at}@example.com` }));
  expect(await find("person-")).toMatchObject({
    ok: true,
    value: { users: emails([51, 50, 49, 48, 47, 46]), matches: { users: 50, hasMore: true } },
  });
  expect(await find("person-4")).toMatchObject({
    ok: true,
    value: { matches: { users: 11, hasMore: false }, suggestions: [] },
  });
  expect(await find("persom-7@example.com")).toMatchObject({
    ok: true,
    value: { users: [], suggestions: ["person-7@example.com"] },
  });
});

test("finds mailboxes by a part of their address, except those of the users that it found", async () => {
  const { tenancy, user } = await createVault();
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const stranger = await createTestOperator(run.current, { tenancyId: other.id });
  for (const email of ["agusta@mill.example", user.email])
    noteEvent(tenancy.ctx, "code.requested", { email });
  await run.current.timeline.flush();
  const find = (text: string) => owner.as(() => search(tenancy.id, { text }));
  expect(await find("STA@mill")).toMatchObject({
    ok: true,
    value: {
      users: [],
      mailboxes: [{ email: "agusta@mill.example", hasCodes: false, hasEvents: true }],
      codesOf: null,
    },
  });
  expect(await find(user.email.slice(1))).toMatchObject({
    ok: true,
    value: { users: [{ sub: user.sub }], mailboxes: [] },
  });
  expect(await stranger.as(() => search(other.id, { text: "sta@mill" }))).toMatchObject({
    ok: true,
    value: { mailboxes: [] },
  });
});

test("finds an address without a user by its codes, and a user's codes, and nothing without them", async () => {
  const { tenancy, user } = await createVault();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const find = (text: string) => owner.as(() => search(tenancy.id, { text }));
  const stranger = "zoe@nowhere.example";
  expect(await find(stranger)).toMatchObject({ value: { users: [], mailboxes: [] } });
  expect(await find(user.email)).toMatchObject({ value: { mailboxes: [], codesOf: null } });
  for (const email of [stranger, user.email]) await createChallenge(tenancy, { email });
  expect(await find(stranger.toUpperCase())).toMatchObject({
    value: { mailboxes: [{ email: stranger, hasCodes: true }] },
  });
  expect(await find(user.email)).toMatchObject({ value: { mailboxes: [], codesOf: user.email } });
});

test("says that an address without a user may be an erased user's, and never finds their address", async () => {
  const { tenancy, user } = await createVault();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const find = () => owner.as(() => search(tenancy.id, { text: user.email }));
  const text = { text: "zoe@nowhere.example" };
  expect(await find()).toMatchObject({ value: { users: [{}], mayBeErased: false } });
  expect(await owner.as(() => search(tenancy.id, text))).toMatchObject({
    value: { mayBeErased: false },
  });
  await eraseUser(tenancy.ctx, user.sub);
  expect(await find()).toMatchObject({ value: { users: [], mailboxes: [], mayBeErased: true } });
});

test("names users of the tenancy only, and leaves out erased ones", async () => {
  const { tenancy, user } = await createVault();
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const stranger = await createTestOperator(run.current, { tenancyId: other.id });
  const subs = [user.sub, "01kb3m9p7qr5s8t2v4w6x1y3za"];
  expect(await owner.as(() => nameRecentUsers(tenancy.id, { subs }))).toEqual({
    ok: true,
    value: [
      {
        sub: user.sub,
        email: user.email,
        name: "",
        username: expect.any(String),
        userId: "ada",
        emailVerified: false,
        isDisabled: false,
        passkeys: 1,
        disabledPasskeys: 0,
        quarantinedPasskeys: 0,
      },
    ],
  });
  expect(await stranger.as(() => nameRecentUsers(other.id, { subs }))).toEqual({
    ok: true,
    value: [],
  });
});
