import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, finishAuthentication, register } from "@/testing/ceremonies";
import { challengeOf, guess } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { readMetric } from "@/testing/read-metric";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { createActivityTask } from "./activity-task";

const run = provideService();

async function countsOf({ id: tenancyId }: TestTenancy): Promise<Record<string, number>> {
  await run.current.activity.flush();
  const rows = await run.current.db.activityCount.findMany({
    where: { tenancyId, metric: { not: { startsWith: "api-key." } } },
  });
  return Object.fromEntries(rows.map(({ metric, count }) => [metric, Number(count)]));
}

test("counts failures by reason for the tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const { code } = await register(tenancy, device);
  await finishAuthentication(tenancy, device, await beginAuthentication(tenancy), {
    origin: "https://evil.example",
  });
  await guess(tenancy, await challengeOf(tenancy));
  for (let use = 0; use < 3; use++) await tenancy.backend("GET", `principal/${code}`);
  await tenancy.browser(
    "POST",
    "passkey/authentication/options",
    {},
    { origin: "https://evil.example" },
  );
  expect(await countsOf(tenancy)).toEqual({
    "prompt.registration.started": 1,
    "prompt.registration.succeeded": 1,
    "prompt.sign-in.started": 1,
    "failure.VerificationFailed.origin": 1,
    "failure.InvalidChallengeCode": 1,
    "code.exchanged": 1,
    "failure.InvalidCode": 2,
    "failure.Forbidden": 1,
  });
});

test("counts all tenancies in the metrics, without their ids", async () => {
  const activity = 'keystead_activity_total{activity="failure.InvalidCode"}';
  const counted = async () => readMetric(await run.current.metrics.render(), activity) ?? 0;
  const before = await counted();
  for (const tenancy of [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ])
    await tenancy.backend("GET", `principal/${"x".repeat(43)}`);
  expect(await counted()).toBe(before + 2);
});

test("counts a code that wrong guesses ended once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const challenge = await challengeOf(tenancy);
  for (let index = 0; index < 6; index++) await guess(tenancy, challenge, index);
  expect(await countsOf(tenancy)).toMatchObject({
    "challenge.exhausted": 1,
    "failure.InvalidChallengeCode": 5,
    "failure.ChallengeAttemptsExceeded": 1,
  });
});

test("counts nothing for an unknown tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  const stranger = run.current.createId();
  await tenancy.browser("POST", `/v2/${stranger}/passkey/authentication/options`, {});
  await tenancy.backend("GET", `/v2/${stranger}/passkeys`);
  run.current.activity.note(stranger, "mail.sent");
  await run.current.activity.flush();
  expect(await run.current.db.activityCount.count({ where: { tenancyId: stranger } })).toBe(0);
});

test("writes counts once after the database is back", async () => {
  const tenancy = await createTestTenancy(run.current);
  let isAway = true;
  const db = new Proxy(run.current.db, {
    get: (target, name): unknown =>
      name === "$executeRaw" && isAway
        ? () => Promise.reject(new Error("away"))
        : Reflect.get(target, name),
  });
  const task = createActivityTask(() => ({ ...run.current, db }));
  task.note(tenancy.id, "mail.dead");
  await task.flush();
  expect(await countsOf(tenancy)).toEqual({});
  task.note(tenancy.id, "mail.dead");
  isAway = false;
  await task.stop();
  await task.flush();
  expect(await countsOf(tenancy)).toEqual({ "mail.dead": 2 });
});

test("drops new keys when memory is full and keeps counting known ones", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { activity } = run.current;
  activity.note(tenancy.id, "mail.sent");
  for (let index = 0; index < limits.activityKeys; index++)
    activity.note(`nobody-${index}`, "mail.sent");
  activity.note(tenancy.id, "mail.sent");
  activity.note(tenancy.id, "mail.dead");
  expect(await countsOf(tenancy)).toEqual({ "mail.sent": 2 });
});
