import { expect, test } from "vitest";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { findChallenges, findShownChallenge } from "@/lib/domain/sign-in/challenge/find-challenges";
import { lifetimes } from "@/lib/limits";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { minute, provideEmailProviders } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { deliveryStates } from "./delivery-state";

const run = provideService();
const providers = provideEmailProviders(run);

const stateOf = async ({ ctx }: TestTenancy, { challengeId }: { challengeId: string }) =>
  (await findShownChallenge(ctx, challengeId))?.delivery;

test("each challenge is found by the state of its email, and only by that", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { clock } = run.current;
  providers.smtp.behaviour = "defer";
  const expired = await challengeOf(tenancy);
  await providers.deliver();
  clock.advance(lifetimes.challengeWindowMs);
  await providers.deliver();
  providers.smtp.behaviour = "refuse";
  const refused = await challengeOf(tenancy);
  await providers.deliver();
  providers.smtp.behaviour = "accept";
  const unwanted = await challengeOf(tenancy);
  await deleteChallenge(tenancy.ctx, unwanted.challengeId);
  const accepted = await challengeOf(tenancy);
  await providers.deliver();
  providers.smtp.behaviour = "defer";
  const retrying = await challengeOf(tenancy);
  await providers.deliver();
  const queued = await challengeOf(tenancy);
  const none = await challengeOf(tenancy, { sendEmail: false });
  const reported = async (feedback: string) => {
    const challenge = await challengeOf(tenancy);
    const { challengeId } = challenge;
    await run.current.db.outboxEmail.updateMany({
      where: { tenancyId: tenancy.id, challengeId },
      data: { state: feedback === "blocked" ? "dead" : "sent", sealed: null, feedback },
    });
    return challenge;
  };
  const bounced = await reported("bounced");
  const complained = await reported("complained");
  const blocked = await reported("blocked");
  const made = {
    ...{ queued, retrying, accepted, bounced, complained, blocked },
    ...{ refused, expired, unwanted, none },
  };
  for (const delivery of deliveryStates) {
    const { entries: challenges } = await findChallenges(tenancy.ctx, { delivery }, 50);
    expect(
      challenges.map(({ id }) => id),
      delivery,
    ).toEqual([made[delivery].challengeId]);
    expect(challenges[0]?.delivery).toBe(delivery);
  }
  expect(await findShownChallenge(tenancy.ctx, accepted.challengeId)).toMatchObject({
    deliveryAttempts: 1,
    deliveryAnswer: "250 OK: message queued",
    deliveryError: null,
    deliveryDueAt: null,
    acceptedAt: new Date(clock.now()),
  });
  expect(await findShownChallenge(tenancy.ctx, retrying.challengeId)).toMatchObject({
    deliveryAttempts: 1,
    deliveryError: expect.stringContaining("451"),
    deliveryDueAt: expect.any(Date),
    acceptedAt: null,
  });
});

test("emails that an earlier release ended have the state that their challenge implies", async () => {
  const tenancy = await createTestTenancy(run.current);
  const refused = await challengeOf(tenancy);
  const expired = await challengeOf(tenancy);
  const unwanted = await challengeOf(tenancy);
  await verify(tenancy, unwanted);
  for (const [{ challengeId }, attempts] of [
    [refused, 1],
    [expired, 9],
    [unwanted, 1],
  ] as const)
    await run.current.db.outboxEmail.updateMany({
      where: { tenancyId: tenancy.id, challengeId },
      data: { state: "dead", sealed: null, attempts, lastError: "550 No." },
    });
  expect([
    await stateOf(tenancy, refused),
    await stateOf(tenancy, expired),
    await stateOf(tenancy, unwanted),
  ]).toEqual(["refused", "expired", "unwanted"]);
});

test("challenges are found by when they were requested", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { clock } = run.current;
  const first = await challengeOf(tenancy);
  clock.advance(minute);
  const fromMs = clock.now();
  const second = await challengeOf(tenancy);
  clock.advance(minute);
  const toMs = clock.now();
  const third = await challengeOf(tenancy);
  const found = async (range: { fromMs?: number; toMs?: number }) =>
    (await findChallenges(tenancy.ctx, range, 50)).entries.map(({ id }) => id);
  expect(await found({ fromMs, toMs })).toEqual([second.challengeId]);
  expect(await found({ fromMs })).toEqual([third.challengeId, second.challengeId]);
  expect(await found({ toMs: fromMs })).toEqual([first.challengeId]);
});
