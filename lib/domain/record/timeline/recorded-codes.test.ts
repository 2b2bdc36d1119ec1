import { expect, test } from "vitest";
import { listTimeline } from "@/lib/domain/history/timeline-search/list-timeline";
import { visitAccount } from "@/testing/account-visitor";
import { challengeOf, createChallenge, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { eventsOf } from "@/testing/events-of";
import { newEmail, signUp, userOf } from "@/testing/hosted-sign-up";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

test("a requested and verified code is on the mailbox's timeline, in its normalized form", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const challenge = await challengeOf(tenancy, { email: email.toUpperCase() });
  run.current.clock.advance(1);
  await verify(tenancy, challenge);
  const { challengeId } = challenge;
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { kind: "code.requested", email, challengeId, reason: null },
    { kind: "code.verified", email, challengeId, reason: null },
  ]);
});

test("each refused code is on the mailbox's timeline with its reason", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { codeAttempts: 3 });
  const email = newMailbox();
  const first = await challengeOf(tenancy, { email });
  const step = async (work: Promise<unknown>) => {
    await work;
    run.current.clock.advance(1);
  };
  await step(verify(tenancy, { ...first, secret: "of another browser" }));
  for (const index of [0, 1, 2]) await step(guess(tenancy, first, index));
  await step(verify(tenancy, first));
  const second = await challengeOf(tenancy, { email });
  run.current.clock.advance(tenancy.ctx.tenancy.codeMs);
  await step(verify(tenancy, second));
  const refused = (await eventsOf(run.current, tenancy)).filter(
    ({ kind }) => kind === "code.refused",
  );
  const { challengeId } = first;
  expect(refused).toMatchObject([
    { reason: "InvalidChallenge", email, challengeId },
    ...Array.from({ length: 3 }, () => ({ reason: "InvalidChallengeCode", email, challengeId })),
    { reason: "ChallengeAttemptsExceeded", email, challengeId },
    { reason: "ChallengeExpired", email, challengeId: second.challengeId },
  ]);
});

test("a rate-limited mailbox is on its timeline, for API keys and for visitors", async () => {
  const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 1 });
  const email = newEmail();
  await createChallenge(tenancy, { email });
  await createChallenge(tenancy, { email });
  run.current.clock.advance(1);
  const visitor = visit(run.current, tenancy, { address: "198.51.100.9" });
  await visitor.step("send-code", { page: "sign-in", email });
  await visitor.step("send-code", { page: "sign-in", email });
  const limited = (await eventsOf(run.current, tenancy)).filter(({ reason }) => reason !== null);
  const refused = { kind: "code.refused", reason: "ChallengeRateLimited", email };
  expect(limited).toMatchObject([
    { ...refused, addressPrefix: null },
    { ...refused, addressPrefix: "198.51.100.0/24" },
  ]);
});

test("a sign-in with an emailed code is on the user's timeline, also when the user is disabled", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { email } = await signUp(run.current, tenancy);
  const sub = (await userOf(tenancy, email))?.sub;
  const visitor = visit(run.current, tenancy);
  const { body } = await visitor.prove(email);
  await visitor.step("without-passkey", { proof: body["proof"], later: false });
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: { disabledAt: new Date(0) },
  });
  await visit(run.current, tenancy).prove(email);
  const events = await eventsOf(run.current, tenancy);
  const of = (wanted: string) => events.filter(({ kind }) => kind === wanted);
  expect(of("sign-in.by-code")).toMatchObject([
    { sub, email: null, challengeId: expect.any(String), addressPrefix: "203.0.113.0/24" },
  ]);
  expect(of("sign-in.refused")).toMatchObject([
    { reason: "Forbidden.user-disabled", sub, email: null, challengeId: expect.any(String) },
  ]);
});

test("a right code that opens no account page is on the timeline with its reason", async () => {
  const tenancy = await createHostedTenancy(run.current, { accountPage: true });
  const { email } = await signUp(run.current, tenancy);
  const sub = (await userOf(tenancy, email))?.sub ?? "";
  const openAs = async (address: string) =>
    (await visitAccount(run.current, tenancy).signInByCode(address)).body["account"];
  const set = (data: object) => run.current.db.user.updateMany({ where: { sub }, data });
  await set({ disabledAt: new Date(0) });
  expect(await openAs(email)).toBe("disabled");
  run.current.clock.advance(1);
  await set({ disabledAt: null, emailVerified: false, emailOwned: false });
  expect(await openAs(email)).toBe("none");
  run.current.clock.advance(1);
  const unknown = newEmail();
  expect(await openAs(unknown)).toBe("none");
  const refused = (await eventsOf(run.current, tenancy)).filter(
    ({ kind }) => kind === "sign-in.refused",
  );
  expect(refused).toMatchObject([
    { reason: "Forbidden.user-disabled", sub, email: null },
    { reason: "Forbidden.email-not-verified", sub: null, email },
    { reason: "Forbidden.no-account", sub: null, email: unknown },
  ]);
  // On the page of the user who asks why, and in Activity.
  const { entries } = await listTimeline(
    tenancy.ctx,
    { sub, mailbox: email, passkeyIds: [] },
    { filter: "sign-ins" },
    10,
  );
  expect(entries.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(["Forbidden.user-disabled", "Forbidden.email-not-verified"]),
  );
  await run.current.activity.flush();
  const counted = await run.current.db.activityCount.findMany({
    where: { tenancyId: tenancy.id, metric: { startsWith: "failure.Forbidden." } },
  });
  expect(counted.map(({ metric }) => metric).sort()).toEqual([
    "failure.Forbidden.email-not-verified",
    "failure.Forbidden.no-account",
    "failure.Forbidden.user-disabled",
  ]);
});

test("a right code of a user without room for another passkey is on their timeline", async () => {
  const tenancy = await createHostedTenancy(run.current, {
    emailCodes: "recovery-only",
    passkeysPerUser: 1,
  });
  const { email } = await signUp(run.current, tenancy);
  const sub = (await userOf(tenancy, email))?.sub;
  expect((await visit(run.current, tenancy).prove(email)).body["account"]).toBe("full");
  const events = await eventsOf(run.current, tenancy);
  expect(events.filter(({ kind }) => kind === "sign-in.refused")).toMatchObject([
    { reason: "Forbidden.passkeys-full", sub },
  ]);
});

test("a challenge id that is unknown is not stored", async () => {
  const tenancy = await createTestTenancy(run.current);
  await verify(tenancy, { challengeId: "typed-by-a-stranger", secret: "x", code: "123456" });
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { kind: "code.refused", reason: "InvalidChallenge", challengeId: null, email: null },
  ]);
});
