import { expect, test } from "vitest";
import { successKinds, type TimelineKind } from "@/lib/domain/base/timeline-event";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { lifetimes, limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { createTimelineTask } from "./timeline-task";

const run = provideService();

const repeat = (times: number, work: (index: number) => void) =>
  Array.from({ length: times }, (_, index) => work(index));
const visitor = ({ ctx }: TestTenancy, address: string) => ({
  ...ctx,
  actor: { kind: "browser" } as const,
  client: { address },
});
const sumOf = (events: { count: number }[]) => events.reduce((sum, { count }) => sum + count, 0);

test("a flood on one mailbox is counted, and other mailboxes stay complete", async () => {
  const tenancy = await createTestTenancy(run.current);
  const flood = 10 * limits.timelineEventsPerSource;
  const email = "victim@example.com";
  repeat(flood / 2, () => noteEvent(tenancy.ctx, "code.requested", { email }));
  await run.current.timeline.flush();
  repeat(flood / 2, () => noteEvent(tenancy.ctx, "code.requested", { email }));
  noteEvent(tenancy.ctx, "code.requested", { email: "other@example.com" });
  const events = await eventsOf(run.current, tenancy);
  const ofVictim = events.filter((event) => event.email === email);
  expect(ofVictim).toHaveLength(limits.timelineEventsPerSource + 1);
  expect(sumOf(ofVictim)).toBe(flood);
  expect(events).toHaveLength(ofVictim.length + 1);
  run.current.clock.advance(lifetimes.timelineWindowMs);
  noteEvent(tenancy.ctx, "code.requested", { email });
  expect(await eventsOf(run.current, tenancy)).toHaveLength(events.length + 1);
});

test.each<[TimelineKind, { reason?: string }]>([
  ["sign-in.refused", { reason: "VerificationFailed" }],
  ["code.refused", { reason: "InvalidChallengeCode" }],
  ["code.requested", {}],
])("a flood of %s hides no success of its user or mailbox", async (kind, reason) => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(
    tenancy,
    createSoftwareAuthenticator({ origin: testOrigin }),
  );
  await eventsOf(run.current, tenancy);
  run.current.clock.advance(lifetimes.timelineWindowMs);
  const subjects = [{ sub: principal.sub }, { email: "victim@example.com" }];
  for (const subject of subjects)
    repeat(3 * limits.timelineEventsPerSource, () =>
      noteEvent(visitor(tenancy, "203.0.113.7"), kind, { ...subject, ...reason }),
    );
  const successes = successKinds.flatMap((success) =>
    subjects.map((subject) => ({ kind: success, ...subject })),
  );
  for (const { kind: success, ...subject } of successes)
    noteEvent(visitor(tenancy, "198.51.100.7"), success, subject);
  const shown = await eventsOf(run.current, tenancy);
  const inDetail = shown.filter(({ addressPrefix }) => addressPrefix === "198.51.100.0/24");
  expect(inDetail).toHaveLength(successes.length);
});

test("a flood of sign-ins is counted, and hides no new passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = "victim@example.com";
  const flood = 3 * limits.timelineEventsPerSource;
  repeat(flood, () => noteEvent(tenancy.ctx, "sign-in.succeeded", { email }));
  noteEvent(visitor(tenancy, "198.51.100.7"), "registration.succeeded", { email });
  const events = await eventsOf(run.current, tenancy);
  expect(events).toHaveLength(limits.timelineEventsPerSource + 2);
  expect(sumOf(events)).toBe(flood + 1);
  expect(events.filter(({ kind }) => kind === "registration.succeeded")).toMatchObject([
    { addressPrefix: "198.51.100.0/24", count: 1 },
  ]);
});

test("a flood of refusals from many addresses and mailboxes is bounded", async () => {
  const tenancy = await createTestTenancy(run.current);
  const flood = 3 * limits.timelineRefusalsPerTenancy;
  repeat(flood, (index) =>
    noteEvent(visitor(tenancy, `10.${index % 200}.0.1`), "code.refused", {
      email: `person-${index}@example.com`,
      reason: "ChallengeRateLimited",
    }),
  );
  const events = await eventsOf(run.current, tenancy);
  expect(events).toHaveLength(limits.timelineRefusalsPerTenancy + 1);
  expect(sumOf(events)).toBe(flood);
  expect(events.filter(({ email }) => email === null)).toMatchObject([
    { reason: "ChallengeRateLimited", count: flood - limits.timelineRefusalsPerTenancy },
  ]);
});

test("a flood of refusals from one address prefix leaves room for the others", async () => {
  const tenancy = await createTestTenancy(run.current);
  const refused = { reason: "InvalidToken" };
  repeat(2 * limits.timelineRefusalsPerTenancy, (index) =>
    noteEvent(visitor(tenancy, `203.0.113.${index % 250}`), "sign-in.refused", refused),
  );
  noteEvent(visitor(tenancy, "198.51.100.1"), "sign-in.refused", refused);
  const events = await eventsOf(run.current, tenancy);
  expect(events).toHaveLength(limits.timelineRefusalsPerPrefix + 2);
  expect(events.filter((event) => event.addressPrefix === "198.51.100.0/24")).toHaveLength(1);
});

test("writes events once after the database is back, and drops them when memory is full", async () => {
  const tenancy = await createTestTenancy(run.current);
  let isAway = true;
  const db = new Proxy(run.current.db, {
    get: (target, name): unknown =>
      name === "$executeRaw" && isAway
        ? () => Promise.reject(new Error("away"))
        : Reflect.get(target, name),
  });
  const task = createTimelineTask(() => ({ ...run.current, db }));
  const ctx = { ...tenancy.ctx, timeline: task };
  repeat(limits.timelineBuffer + 5, (index) =>
    noteEvent(ctx, "code.requested", { email: `person-${index}@example.com` }),
  );
  await task.flush();
  expect(run.current.logged.join("")).toContain("timeline.flush_failed");
  isAway = false;
  await task.stop();
  await task.flush();
  expect(await eventsOf(run.current, tenancy)).toHaveLength(limits.timelineBuffer);
});

test("flushes at once all wait until the events are stored", async () => {
  const tenancy = await createTestTenancy(run.current);
  noteEvent(tenancy.ctx, "code.requested", { email: "person@example.com" });
  const stored = () => run.current.db.timelineEvent.count({ where: { tenancyId: tenancy.id } });
  const { timeline } = run.current;
  const counts = [timeline.flush(), timeline.flush()].map((flushed) => flushed.then(stored));
  expect(await Promise.all(counts)).toEqual([1, 1]);
});
