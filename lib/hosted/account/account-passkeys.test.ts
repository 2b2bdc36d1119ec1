import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import {
  createAccount,
  day,
  forbidden,
  idOf,
  minute,
  passkeysOf,
  sessionsOf,
} from "@/testing/account-rules";
import { visitAccount } from "@/testing/account-visitor";
import type { ApiReply } from "@/testing/api-client";
import { device, newEmail } from "@/testing/hosted-sign-up";
import { createHostedTenancy, type CreationOptions, readCode } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";

const run = provideService();

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

const account = (of = tenancy) => createAccount(run.current, of);

/** Adds a second passkey, and makes both older than a day. */
async function withTwo() {
  const one = await account();
  await one.visitor.signIn(one.phone);
  const second = device();
  expect((await one.visitor.add(second)).status).toBe(200);
  run.current.clock.advance(2 * day);
  return { ...one, second };
}

describe("the last way to sign in", () => {
  const unverify = (sub: string) =>
    run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub },
      data: { emailVerified: false, emailOwned: false },
    });

  test("stays, unless emailed codes to a verified address sign in", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await unverify(sub);
    const passkeyId = await idOf(run.current, sub);
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject(forbidden);
    expect(await visitor.load()).toContain("This is your last way to sign in.");
    await run.current.db.user.updateMany({ where: { sub }, data: { emailVerified: true } });
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject({
      status: 200,
      body: { endsSession: true },
    });
    expect(await sessionsOf(run.current, sub)).toBe(0);
  });

  test("stays in a tenancy where emailed codes only recover", async () => {
    const strict = await createHostedTenancy(run.current, {
      accountPage: true,
      emailCodes: "recovery-only",
    });
    const { phone, sub, visitor } = await account(strict);
    await visitor.signIn(phone);
    const passkeyId = await idOf(run.current, sub);
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject(forbidden);
    expect(await visitor.load()).toContain("This is your last way to sign in.");
    // A code recovers it, so the user may disable it.
    run.current.clock.advance(1);
    const { body } = await visitor.step("report-passkey", { passkeyId });
    const code = await readCode(run.current, strict, body["digits"] as number);
    visitor.cookie = "";
    expect((await visitor.step("check-code", { pending: body["pending"], code })).status).toBe(200);
    expect((await visitor.add(device())).status).toBe(200);
  });

  test("stays when both passkeys are removed at once", async () => {
    const { phone, second, sub, visitor } = await withTwo();
    await unverify(sub);
    const other = visitAccount(run.current, tenancy);
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    await other.signIn(second);
    const [one, two] = await passkeysOf(run.current, sub);
    const replies = await Promise.all([
      visitor.step("remove-passkey", { passkeyId: two?.id }),
      other.step("remove-passkey", { passkeyId: one?.id }),
    ]);
    expect(replies.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(await passkeysOf(run.current, sub)).toHaveLength(1);
  });

  test("is not a disabled or quarantined one", async () => {
    const { phone, sub, visitor } = await withTwo();
    await unverify(sub);
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    const [one, two] = await passkeysOf(run.current, sub);
    await run.current.db.passkey.updateMany({
      where: { id: two?.id ?? "" },
      data: { quarantinedUntil: new Date(run.current.clock.now() + day) },
    });
    expect(await visitor.step("remove-passkey", { passkeyId: one?.id })).toMatchObject(forbidden);
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [two?.id ?? ""], enabled: false });
    expect(await visitor.step("remove-passkey", { passkeyId: one?.id })).toMatchObject(forbidden);
    // A disabled one can always go.
    expect((await visitor.step("remove-passkey", { passkeyId: two?.id })).status).toBe(200);
  });
});

/** Waits until as many transactions wait for a lock. */
const waitingFor = (count: number) =>
  until(`${count} transactions that wait`, async () => {
    const [row] = await run.current.db.query(z.object({ waiting: z.int() }))`
      SELECT count(*)::int AS "waiting" FROM pg_stat_activity
      WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;
    return row?.waiting === count ? true : null;
  });

describe("with requireProofToAddPasskey", () => {
  const strict = () =>
    createHostedTenancy(run.current, { accountPage: true, requireProofToAddPasskey: true });
  const proofRequired = { status: 403, body: { _tag: "@error/ProofRequired" } };

  test("a code to the current mailbox adds one passkey", async () => {
    const { phone, visitor } = await account(await strict());
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
    expect((await visitor.prove()).status).toBe(200);
    expect((await visitor.add(device())).status).toBe(200);
    run.current.clock.advance(2 * day);
    Object.assign(visitor, { cookie: "", ticket: "" });
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
  });

  test("of two registrations with one code, one succeeds", async () => {
    const { phone, sub, visitor } = await account(await strict());
    await visitor.signIn(phone);
    await visitor.prove();
    const replies = await Promise.all([visitor.add(device()), visitor.add(device())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await run.current.db.passkey.count({ where: { sub } })).toBe(2);
  });

  test("a code spent while a confirmation replaces the session adds one passkey", async () => {
    const { phone, sub, visitor } = await account(await strict());
    await visitor.signIn(phone);
    await visitor.prove();
    const { sessionToken, optionsJSON } = (await visitor.step("new-passkey-options"))
      .body as unknown as CreationOptions;
    const response = device().register(optionsJSON);
    let replies: Promise<ApiReply[]> | undefined;
    // Both have read the session when the first of them gets the user's row.
    await run.current.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM "User" WHERE "sub" = ${sub} FOR UPDATE`;
      const adding = visitor.step("new-passkey", { sessionToken, response });
      await waitingFor(1);
      const confirming = visitor.confirm(phone);
      await waitingFor(2);
      replies = Promise.all([adding, confirming]);
    });
    expect((await replies)?.map(({ status }) => status)).toEqual([200, 200]);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
  });

  test("the code expires, and counts for no other mailbox", async () => {
    const { phone, sub, visitor } = await account(await strict());
    await visitor.signIn(phone);
    await visitor.prove();
    run.current.clock.advance(10 * minute);
    await visitor.confirm(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
    await visitor.prove();
    const email = newEmail();
    await run.current.db.user.updateMany({
      where: { sub },
      data: { email, emailNormalized: email },
    });
    expect(await visitor.add(device())).toMatchObject(proofRequired);
  });

  test("a code for signing in is no proof", async () => {
    const of = await strict();
    const { phone, email, visitor } = await account(of);
    await visitor.signIn(phone);
    const sent = await visitor.step("send-code", { email });
    const code = await readCode(run.current, of, sent.body["digits"] as number);
    const reply = await visitor.step("check-proof", { pending: sent.body["pending"], code });
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/InvalidChallenge" } });
  });
});
