import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { authenticate } from "@/testing/ceremonies";
import { challengeOf, guess, newMailbox } from "@/testing/challenge-rules";
import { enforceRules } from "@/testing/enforce-rules";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { findSignInSummary, readUserMailbox } from "./find-sign-in-summary";
import { isSince, summarizeSignIn } from "./summarize-sign-in";

const run = provideService();

/** Reads everything as the user's page does. */
async function summaryOf({ ctx }: TestTenancy, sub: string) {
  await run.current.timeline.flush();
  const user = await findUserProfile(ctx, sub);
  if (user === null) throw new Error("no user");
  const passkeys = await judgeRecords(ctx, await listPasskeyRecordsOf(ctx, sub));
  return summarizeSignIn(ctx, { user, passkeys, ...(await readUserMailbox(ctx, user)) });
}

async function createUser({ id }: TestTenancy, email: string | null, owned = true) {
  const now = new Date(run.current.clock.now());
  const { sub } = await run.current.db.user.create({
    data: {
      tenancyId: id,
      sub: run.current.createId(),
      selfService: !owned,
      ...(email === null ? {} : { email, emailNormalized: email, emailVerified: owned }),
      createdAt: now,
      updatedAt: now,
    },
  });
  return sub;
}

async function ownOne(tenancy: TestTenancy) {
  const [owned] = await own(tenancy, 1, { userId: "ada" });
  if (owned === undefined) throw new Error("no passkey");
  return owned;
}

const idsOf = (records: readonly { passkey: { id: string } }[]) =>
  records.map(({ passkey }) => passkey.id);

test("sorts passkeys into working, quarantined until a time, and disabled", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { quarantineHours: 24 });
  const [first, second, third] = await own(tenancy, 3);
  await setPasskeysEnabled(tenancy.ctx, {
    passkeyIds: [third?.passkeyId ?? ""],
    enabled: false,
    reason: "lost",
  });
  const sub = first?.sub ?? "";
  const { passkeys, block } = await summaryOf(tenancy, sub);
  expect(block).toBeNull();
  expect(idsOf(passkeys.working)).toEqual([first?.passkeyId]);
  expect(idsOf(passkeys.quarantined)).toEqual([second?.passkeyId]);
  expect(idsOf(passkeys.disabled)).toEqual([third?.passkeyId]);
  const [waiting] = passkeys.quarantined;
  run.current.clock.advance((waiting?.quarantinedUntil ?? 0) - run.current.clock.now());
  expect((await summaryOf(tenancy, sub)).passkeys.working).toHaveLength(2);
});

test("a passkey that the policy refuses doesn't work, whether or not it is in quarantine", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { quarantineHours: 24 });
  const [first, second, third] = await own(tenancy, 3);
  await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [third?.passkeyId ?? ""], enabled: false });
  const sub = first?.sub ?? "";
  const rules = PasskeyPolicyRules.parse({ storage: "synced" });
  const { ctx } = await enforceRules(run.current, tenancy, rules);
  const { passkeys } = await summaryOf({ ...tenancy, ctx }, sub);
  // Ids of the same millisecond have no order.
  expect(new Set(idsOf(passkeys.refused))).toEqual(new Set([first?.passkeyId, second?.passkeyId]));
  expect(idsOf(passkeys.disabled)).toEqual([third?.passkeyId]);
  expect([...passkeys.working, ...passkeys.quarantined]).toEqual([]);
  expect((await findSignInSummary(ctx, sub))?.passkeys).toEqual(passkeys);
});

test("a disabled user or a suspended tenancy is a block", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sub = await createUser(tenancy, null);
  const suspended = { ...tenancy.ctx.tenancy, suspendedAt: new Date(run.current.clock.now()) };
  const inSuspended = { ...tenancy, ctx: { ...tenancy.ctx, tenancy: suspended } };
  expect((await summaryOf(inSuspended, sub)).block).toBe("tenancy-suspended");
  await setUserDisabled(tenancy.ctx, sub, true, "asked by phone");
  expect((await summaryOf(tenancy, sub)).block).toBe("user-disabled");
});

test("a code signs in the owner of an email where the hosted pages are on", async () => {
  const hosted = await createHostedTenancy(run.current);
  const api = await createTestTenancy(run.current);
  const stateOf = async (tenancy: TestTenancy, email: string | null, owned?: boolean) =>
    (await summaryOf(tenancy, await createUser(tenancy, email, owned))).code;
  expect(await stateOf(hosted, "owner@example.com")).toBe("works");
  const strict = await createHostedTenancy(run.current, { emailCodes: "recovery-only" });
  expect(await stateOf(strict, "owner@example.com")).toBe("recovery");
  expect(await stateOf(hosted, "typed@example.com", false)).toBe("not-owned");
  expect(await stateOf(hosted, "owner@example.com", false)).toBe("not-owned");
  expect(await stateOf(hosted, null)).toBe("no-email");
  expect(await stateOf(api, "owner@example.com")).toBe("application");
});

test("a mailbox at its limit must wait", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
  const email = newMailbox();
  const sub = await createUser(tenancy, email);
  await challengeOf(tenancy, { email });
  expect(await summaryOf(tenancy, sub)).toMatchObject({
    code: "rate-limited",
    isMailboxLimited: true,
  });
});

test("an address whose last email was refused gets no code, until an email is accepted", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const sub = await createUser(tenancy, email);
  const note = (kind: "code.failed" | "code.accepted", reason?: string) => {
    run.current.clock.advance(1_000);
    noteEvent(tenancy.ctx, kind, { email, reason });
  };
  note("code.failed", "Delivery.refused");
  expect(await summaryOf(tenancy, sub)).toMatchObject({
    code: "refused",
    lastEmail: { kind: "code.failed" },
  });
  note("code.accepted");
  expect(await summaryOf(tenancy, sub)).toMatchObject({
    code: "application",
    lastEmail: { kind: "code.accepted" },
  });
});

test("a mailbox that bounced gets no code while it is blocked", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const sub = await createUser(tenancy, email);
  const now = run.current.clock.now();
  await run.current.db.mailboxProblem.create({
    data: {
      tenancyId: tenancy.id,
      email,
      bouncedAt: new Date(now),
      blockedUntil: new Date(now + 1_000),
      updatedAt: new Date(now),
    },
  });
  expect(await summaryOf(tenancy, sub)).toMatchObject({ code: "bounced" });
  run.current.clock.advance(1_000);
  expect(await summaryOf(tenancy, sub)).toMatchObject({ code: "application" });
});

/** Adds an email that waits for its next attempt after a failed one. */
async function addRetried({ id: tenancyId }: TestTenancy, challengeId: string | null) {
  const now = new Date(run.current.clock.now());
  const dueAt = new Date(now.getTime() + 60_000);
  await run.current.db.outboxEmail.create({
    data: {
      tenancyId,
      id: run.current.createId(),
      challengeId,
      sealed: "x",
      attempts: 4,
      lastError: "451 4.3.0 Try again later",
      provider: "smtp",
      dueAt,
      expiresAt: dueAt,
      createdAt: now,
    },
  });
}

test("an email that is retried doesn’t arrive now", async () => {
  const hosted = await createHostedTenancy(run.current);
  const email = newMailbox();
  const other = newMailbox();
  const sub = await createUser(hosted, email);
  const otherSub = await createUser(hosted, other);
  const { challengeId } = await challengeOf(hosted, { email });
  await addRetried(hosted, challengeId);
  await challengeOf(hosted, { email: other });
  expect(await summaryOf(hosted, sub)).toMatchObject({
    code: "undelivered",
    emailProblem: {
      retried: { challengeId, attempts: 4, answer: "451 4.3.0 Try again later", provider: "smtp" },
      alarm: null,
      othersAffected: 0,
    },
  });
  expect(await summaryOf(hosted, otherSub)).toMatchObject({ code: "works", emailProblem: null });
});

test("an alarm about the tenancy’s email concerns users who can get a code", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sub = await createUser(tenancy, newMailbox());
  const without = await createUser(tenancy, null);
  for (let count = 0; count < 3; count++) await addRetried(tenancy, null);
  expect(await summaryOf(tenancy, sub)).toMatchObject({
    code: "undelivered",
    emailProblem: { retried: null, alarm: { kind: "deliveries-failing", isSevere: true } },
  });
  expect(await summaryOf(tenancy, without)).toMatchObject({ code: "no-email", emailProblem: null });
});

test("an outage counts the other mailboxes that it affects, each once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const email = newMailbox();
  const sub = await createUser(tenancy, email);
  const twice = newMailbox();
  for (const affected of [email, twice, twice, newMailbox()])
    await addRetried(tenancy, (await challengeOf(tenancy, { email: affected })).challengeId);
  await challengeOf(tenancy, { email: newMailbox() });
  await addRetried(other, (await challengeOf(other, { email: newMailbox() })).challengeId);
  expect(await summaryOf(tenancy, sub)).toMatchObject({
    code: "undelivered",
    emailProblem: { retried: { attempts: 4 }, alarm: { tried: 4 }, othersAffected: 2 },
  });
});

test("a retried email is a problem even where its code doesn’t open the account", async () => {
  const hosted = await createHostedTenancy(run.current);
  const email = newMailbox();
  const sub = await createUser(hosted, email, false);
  await addRetried(hosted, (await challengeOf(hosted, { email })).challengeId);
  expect(await summaryOf(hosted, sub)).toMatchObject({
    code: "not-owned",
    emailProblem: { retried: { attempts: 4 }, alarm: null },
  });
});

test("without a sign-in and a problem there are none", async () => {
  const tenancy = await createTestTenancy(run.current);
  const summary = await summaryOf(tenancy, await createUser(tenancy, newMailbox()));
  expect(summary).toMatchObject({ lastSignIn: null, lastProblem: null });
});

test("the last sign-in has its passkey and browser, the last problem its reason", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { sub, device, passkeyId } = await ownOne(tenancy);
  run.current.clock.advance(3_600_000);
  await authenticate(tenancy, device);
  const signedInAt = run.current.clock.now();
  run.current.clock.advance(60_000);
  const reason = "VerificationFailed.signature";
  noteEvent(tenancy.ctx, "sign-in.refused", { sub, passkeyId, reason });
  const { lastSignIn, lastProblem } = await summaryOf(tenancy, sub);
  expect(lastSignIn).toMatchObject({
    at: signedInAt,
    event: { kind: "sign-in.succeeded", passkey: { id: passkeyId } },
  });
  expect(lastProblem).toMatchObject({
    at: signedInAt + 60_000,
    reason,
  });
});

test("a wrong code for the mailbox is a problem of the user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const sub = await createUser(tenancy, email);
  await guess(tenancy, await challengeOf(tenancy, { email }));
  expect((await summaryOf(tenancy, sub)).lastProblem).toMatchObject({
    kind: "code.refused",
    reason: "InvalidChallengeCode",
  });
});

test("a sign-in whose event is deleted is known by its passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { sub, device } = await ownOne(tenancy);
  run.current.clock.advance(3_600_000);
  await authenticate(tenancy, device);
  await run.current.timeline.flush();
  await run.current.db.timelineEvent.deleteMany({ where: { tenancyId: tenancy.id } });
  expect((await summaryOf(tenancy, sub)).lastSignIn).toEqual({
    at: run.current.clock.now(),
    event: null,
  });
});

test("a reported prompt is shown until the user signs in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { sub, device } = await ownOne(tenancy);
  run.current.clock.advance(3_600_000);
  noteEvent(tenancy.ctx, "sign-in.reported", { sub, reason: "cancelled", afterMs: 12_000 });
  const lastPrompt = { kind: "sign-in.reported", reason: "cancelled", afterMs: 12_000 };
  expect(await summaryOf(tenancy, sub)).toMatchObject({ lastPrompt, lastProblem: null });
  run.current.clock.advance(1_000);
  await authenticate(tenancy, device);
  expect(await summaryOf(tenancy, sub)).toMatchObject({ lastPrompt: null });
});

test("a prompt of the millisecond of a sign-in is since it, if its id is later", () => {
  const event = { id: "b", at: 1 } as TimelineEntry;
  expect(isSince({ ...event, id: "c" }, { at: 1, event })).toBe(true);
  expect(isSince({ ...event, id: "a" }, { at: 1, event })).toBe(false);
});
