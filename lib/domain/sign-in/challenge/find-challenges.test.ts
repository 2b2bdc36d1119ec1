import { expect, test } from "vitest";
import { claimDeliveries } from "@/lib/domain/user/email/claim-deliveries";
import { lifetimes, limits } from "@/lib/limits";
import {
  challengeOf,
  type CreatedChallenge,
  guess,
  newMailbox,
  verify,
} from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { deleteChallenge } from "./delete-challenge";
import {
  type ChallengeFilter,
  countChallenges,
  findChallenges,
  findNewerChallenge,
  findShownChallenge,
} from "./find-challenges";
import { retryDelivery } from "./send-new-code";
import { challengeStates, countCodes } from "./shown-challenge";

const run = provideService();

/** The ids that a filter finds. Its total is their number. */
async function found({ ctx }: TestTenancy, { mailbox, ...filter }: ChallengeFilter) {
  const { entries } = await findChallenges(ctx, { mailbox, ...filter }, 50);
  if (mailbox === undefined)
    expect(await countChallenges(ctx, filter)).toEqual({ count: entries.length, isExact: true });
  return entries.map(({ id }) => id);
}

async function challengeInEachState(tenancy: TestTenancy) {
  const made = async () => {
    run.current.clock.advance(1);
    return challengeOf(tenancy);
  };
  const expired = await made();
  run.current.clock.advance(lifetimes.challengeWindowMs);
  const verified = await made();
  const deleted = await made();
  const exhausted = await made();
  const replaceable = { email: newMailbox(), invalidateOthers: true };
  const replaced = await challengeOf(tenancy, replaceable);
  run.current.clock.advance(1);
  const pending = await challengeOf(tenancy, replaceable);
  await verify(tenancy, verified);
  await deleteChallenge(tenancy.ctx, deleted.challengeId);
  for (let index = 0; index < 5; index++) await guess(tenancy, exhausted, index);
  return { expired, verified, deleted, exhausted, replaced, pending };
}

test("each challenge is found by its state", async () => {
  const tenancy = await createTestTenancy(run.current);
  const made = await challengeInEachState(tenancy);
  for (const state of challengeStates)
    expect(await found(tenancy, { state }), state).toEqual([made[state].challengeId]);
  expect(await findShownChallenge(tenancy.ctx, made.exhausted.challengeId)).toMatchObject({
    state: "exhausted",
    attempts: 5,
    attemptsLeft: 0,
    delivery: "queued",
    deliveryAttempts: 0,
  });
  expect(await findShownChallenge(tenancy.ctx, made.replaced.challengeId)).toMatchObject({
    replacedById: made.pending.challengeId,
  });
  expect(await findShownChallenge(tenancy.ctx, made.deleted.challengeId)).toMatchObject({
    replacedById: null,
  });
  const nowMs = tenancy.ctx.clock.now();
  expect(await countCodes(tenancy.ctx, nowMs - lifetimes.dayMs)).toEqual({
    pending: 1,
    byState: Object.fromEntries(challengeStates.map((state) => [state, 1])),
  });
  // Earlier codes may be deleted already.
  expect(await countCodes(tenancy.ctx, nowMs - lifetimes.dayMs - 1)).toEqual({
    pending: 1,
    byState: null,
  });
  expect(await found(tenancy, {})).toEqual(
    Object.values(made)
      .map(({ challengeId }) => challengeId)
      .toSorted()
      .toReversed(),
  );
});

test("filters combine: purpose, a whole address or a part of one, without wildcards", async () => {
  const tenancy = await createTestTenancy(run.current);
  const stem = `a_da%${newMailbox()}`;
  const mine = await challengeOf(tenancy, { email: stem, purpose: "signup" });
  const other = await challengeOf(tenancy, { email: `axda%${stem.slice(5)}`, purpose: "signup" });
  expect(await found(tenancy, { mailbox: stem.toUpperCase() })).toEqual([mine.challengeId]);
  expect(await found(tenancy, { mailbox: "A_dA%" })).toEqual([mine.challengeId]);
  expect(await found(tenancy, { mailbox: stem.slice(0, -3) })).toEqual([mine.challengeId]);
  expect(await found(tenancy, { mailbox: stem.slice(1, -3) })).toEqual([mine.challengeId]);
  expect(await found(tenancy, { mailbox: "a_", purpose: "login" })).toEqual([]);
  expect((await found(tenancy, { purpose: "signup" })).toSorted()).toEqual(
    [mine, other].map(({ challengeId }) => challengeId).toSorted(),
  );
});

test("pages never contain the code, the secret or their hashes", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { challengeId, code, secret } = await challengeOf(tenancy);
  const shown = JSON.stringify([
    await findChallenges(tenancy.ctx, {}, 50),
    await findShownChallenge(tenancy.ctx, challengeId),
  ]);
  const { codeMac, secretHash } = await run.current.db.challenge.findUniqueOrThrow({
    where: { tenancyId_id: { tenancyId: tenancy.id, id: challengeId } },
  });
  for (const hidden of [
    `"${code}"`,
    secret,
    ...[codeMac, secretHash].flatMap((bytes) => [
      Buffer.from(bytes).toString("hex"),
      Buffer.from(bytes).toString("base64url"),
    ]),
  ])
    expect(shown).not.toContain(hidden);
});

test("challenges of another tenancy are not found", async () => {
  const mine = await createTestTenancy(run.current);
  const theirs = await createTestTenancy(run.current);
  const { challengeId } = await challengeOf(theirs);
  expect(await found(mine, {})).toEqual([]);
  expect(await findShownChallenge(mine.ctx, challengeId)).toBeNull();
  await expect(retryDelivery(mine.ctx, challengeId)).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
});

test("a search reads a bounded number of rows, returns how far it got and continues from there", async () => {
  const tenancy = await createTestTenancy(run.current);
  const needle = await challengeOf(tenancy, { purpose: "needle" });
  run.current.clock.advance(1_000);
  const now = new Date(run.current.clock.now());
  const idStart = run.current.createId().slice(0, 10);
  await run.current.db.$executeRaw`
    INSERT INTO "Challenge" (
      "tenancyId", "id", "purpose", "email", "emailNormalized", "secretHash", "codeMac",
      "codeDigits", "attempts", "attemptsLeft", "isGuarded", "createdAt", "expiresAt")
    SELECT ${tenancy.id}, ${idStart} || lpad(n::text, 16, '0'), 'hay', 'a@example.com',
      'a@example.com', '\\x00', '\\x00', 6, 5, 5, false, ${now}, ${now}
    FROM generate_series(1, ${limits.searchedRows}::int) n`;
  const first = await findChallenges(tenancy.ctx, { purpose: "needle" }, 50);
  expect(first).toMatchObject({ entries: [], stoppedAt: now.getTime() });
  const second = await findChallenges(
    tenancy.ctx,
    { purpose: "needle", before: first.next ?? undefined },
    50,
  );
  expect(second).toMatchObject({
    entries: [{ id: needle.challengeId }],
    next: null,
    stoppedAt: null,
  });
});

test("the newest challenge of a mailbox is newer than all others of it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const newerOf = async (id: string) => {
    const newer = await findNewerChallenge(tenancy.ctx, { id, emailNormalized: email });
    return newer?.id ?? null;
  };
  const { challengeId: first } = await challengeOf(tenancy, { email });
  await challengeOf(tenancy);
  await challengeOf(await createTestTenancy(run.current), { email });
  expect(await newerOf(first)).toBeNull();
  run.current.clock.advance(1);
  const { challengeId: second } = await challengeOf(tenancy, { email });
  expect(await newerOf(first)).toBe(second);
  expect(await newerOf(second)).toBeNull();
});

const dueAt = async (tenancy: TestTenancy, { challengeId }: CreatedChallenge) =>
  (await findShownChallenge(tenancy.ctx, challengeId))?.deliveryDueAt?.getTime();

test("a retry makes a waiting email due and audits it once, and skips a claimed email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const challenge = await challengeOf(tenancy);
  const { db, clock } = run.current;
  await db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id },
    data: { dueAt: new Date(clock.now() + lifetimes.deliveryRetryMaxMs) },
  });
  const results = await Promise.all(
    Array.from({ length: 5 }, () => retryDelivery(tenancy.ctx, challenge.challengeId)),
  );
  expect(results.filter(({ isDueNow }) => isDueNow)).toHaveLength(1);
  expect(await dueAt(tenancy, challenge)).toBe(clock.now());
  expect(
    await db.auditEvent.count({
      where: { tenancyId: tenancy.id, action: "mail.retried", targetId: challenge.challengeId },
    }),
  ).toBe(1);
  // Emails of other tests may be due as well.
  for (let claimed = false; !claimed;)
    claimed = (await claimDeliveries(run.current, { room: 8 })).items.some(
      ({ tenancy: { id } }) => id === tenancy.id,
    );
  const lease = await dueAt(tenancy, challenge);
  expect(lease).toBe(clock.now() + lifetimes.deliveryLeaseMs);
  expect(await retryDelivery(tenancy.ctx, challenge.challengeId)).toEqual({ isDueNow: false });
  expect(await dueAt(tenancy, challenge)).toBe(lease);
});

test("a retry returns NotFound for an email that was sent or never queued", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sent = await challengeOf(tenancy);
  const none = await challengeOf(tenancy, { sendEmail: false });
  await run.current.db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id },
    data: { state: "sent", sealed: null },
  });
  for (const { challengeId } of [sent, none])
    await expect(retryDelivery(tenancy.ctx, challengeId)).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
});
