import { expect, test } from "vitest";
import { challengeOf, guess, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "challenges/01jd3s0m6kz8f4w2v9b7c5x1ta",
  allow: "GET, HEAD, DELETE",
});
testKeyRoute(run, {
  method: "DELETE",
  path: "challenges/01jd3s0m6kz8f4w2v9b7c5x1ta",
  allow: "GET, HEAD, DELETE",
});

const notFound = { status: 404, body: { _tag: "@error/NotFound" } };
const deleted = { status: 202, body: { _tag: "ChallengeDeleted" } };

test("returns a pending challenge without secret and code; absent metadata is null", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { challengeId } = await challengeOf(tenancy, { email: "shown@example.com" });
  const now = run.current.clock.now();
  const { status, body } = await tenancy.backend("GET", `challenges/${challengeId}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    _tag: "Challenge",
    challengeId,
    purpose: "login",
    email: "shown@example.com",
    createdAt: now,
    expiresAt: now + 600_000,
    metadata: null,
  });
});

test("uses no attempt, and returns the challenge after a wrong code", async () => {
  const tenancy = await createTestTenancy(run.current);
  const challenge = await challengeOf(tenancy, { userId: "ada", metadata: {} });
  await guess(tenancy, challenge);
  for (let reads = 0; reads < 10; reads++)
    expect(await tenancy.backend("GET", `challenges/${challenge.challengeId}`)).toMatchObject({
      status: 200,
      body: { userId: "ada", metadata: {} },
    });
  expect((await verify(tenancy, challenge)).status).toBe(200);
});

test("returns 404 for verified, deleted and expired challenges", async () => {
  const tenancy = await createTestTenancy(run.current);
  const verified = await challengeOf(tenancy);
  const gone = await challengeOf(tenancy);
  const expired = await challengeOf(tenancy);
  await verify(tenancy, verified);
  expect(await tenancy.backend("DELETE", `challenges/${gone.challengeId}`)).toMatchObject(deleted);
  for (const { challengeId } of [verified, gone])
    expect(await tenancy.backend("GET", `challenges/${challengeId}`)).toMatchObject(notFound);
  run.current.clock.advance(600_000);
  expect(await tenancy.backend("GET", `challenges/${expired.challengeId}`)).toMatchObject(notFound);
});

test("DELETE always responds alike, deletes only pending challenges, and cancels the email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { db } = run.current;
  const challenge = await challengeOf(tenancy);
  for (const id of [run.current.createId(), "x", challenge.challengeId, challenge.challengeId])
    expect(await tenancy.backend("DELETE", `challenges/${id}`)).toEqual(
      expect.objectContaining(deleted),
    );
  expect(await verify(tenancy, challenge)).toMatchObject({
    status: 400,
    body: { _tag: "@error/InvalidChallenge" },
  });
  expect(
    await db.auditEvent.count({ where: { tenancyId: tenancy.id, action: "challenge.deleted" } }),
  ).toBe(1);
  const used = await challengeOf(tenancy);
  await verify(tenancy, used);
  await tenancy.backend("DELETE", `challenges/${used.challengeId}`);
  expect(
    await db.challenge.findFirst({ where: { tenancyId: tenancy.id, id: used.challengeId } }),
  ).toMatchObject({ deletedAt: null });
});

test.each(["%00", "%zz", "%ED%A0%80", "a%2Fb", "x".repeat(2_000)])(
  "%s is the id of no challenge: GET returns 404, and DELETE has nothing to delete",
  async (id) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await tenancy.backend("GET", `challenges/${id}`)).toMatchObject(notFound);
    expect(await tenancy.backend("DELETE", `challenges/${id}`)).toMatchObject(deleted);
  },
);

test("DELETE ignores a body", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(
    await tenancy.backend("DELETE", `challenges/${(await challengeOf(tenancy)).challengeId}`, "{"),
  ).toMatchObject(deleted);
});
